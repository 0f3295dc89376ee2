#include "report/plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "report/plot_axis.hpp"

namespace isolde {
namespace {

// Okabe and Ito's colours: told apart by people who see few of them, and in print.
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                 "#e69f00", "#56b4e9", "#000000", "#8c6d31"};
constexpr double kWidth = 720;
constexpr double kLeft = 76;
constexpr double kTop = 46;
constexpr double kPlotWidth = 610;
constexpr double kPlotHeight = 330;
constexpr double kBottom = kTop + kPlotHeight;
constexpr double kLegendTop = kBottom + 62;
constexpr double kLegendRow = 20;
constexpr std::size_t kLegendColumns = 2;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // Control characters have no place in XML.
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  [[nodiscard]] bool is_empty() const { return low > high; }
};

PlotAxis axis_over(const Plot& plot, double PlotPoint::*value, PlotAxis::Scale scale, bool from_zero,
                   double from, double to) {
  const bool is_log = scale != PlotAxis::Scale::kLinear;
  Extent extent;
  for (const PlotSeries& series : plot.series)
    for (const PlotPoint& point : series.points)
      if (std::isfinite(point.*value) && (!is_log || point.*value > 0)) extent.add(point.*value);
  if (extent.is_empty()) extent = {1, 10};
  if (from_zero && !is_log) extent.add(0);
  return {extent.low, extent.high, scale, from, to};
}

class Drawing {
 public:
  explicit Drawing(const Plot& plot)
      : plot_(plot),
        y_(axis_over(plot, &PlotPoint::y, plot.log_y ? PlotAxis::Scale::kLog : PlotAxis::Scale::kLinear, true,
                     kBottom, kTop)),
        x_(axis_over(
            plot, &PlotPoint::x,
            plot.log_x && plot.categories.empty() ? PlotAxis::Scale::kTightLog : PlotAxis::Scale::kLinear,
            false, kLeft, kLeft + kPlotWidth)) {}

  std::string run() {
    const std::size_t rows = (plot_.series.size() + kLegendColumns) / kLegendColumns;
    const double height = kLegendTop + static_cast<double>(rows) * kLegendRow + 10;
    print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n",
        kWidth, height);
    print("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", kWidth, height);
    print("<text x=\"{}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>\n", kLeft,
          escaped(plot_.title));
    draw_y_axis();
    if (plot_.categories.empty())
      draw_lines();
    else
      draw_bars();
    print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#333333\"/>\n", kLeft,
          kTop, kPlotWidth, kPlotHeight);
    print("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", kLeft + kPlotWidth / 2, kBottom + 40,
          escaped(plot_.x_label));
    draw_legend();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  template <class... Values>
  void print(fmt::format_string<Values...> text, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Values>(values)...);
  }
  static const char* colour(std::size_t series) { return kColours[series % kColours.size()]; }

  void draw_y_axis() {
    for (const PlotAxis::Tick& tick : y_.ticks()) {
      print("<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", kLeft, tick.place,
            kLeft + kPlotWidth, tick.place, tick.label.empty() ? "#f2f2f2" : "#d9d9d9");
      if (!tick.label.empty())
        print("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 7, tick.place + 4,
              tick.label);
    }
    print("<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
          kTop + kPlotHeight / 2, escaped(plot_.y_label));
  }

  void draw_x_label(double place, const std::string& label) {
    print("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#333333\"/>\n", place, kBottom,
          kBottom + 5);
    print("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", place, kBottom + 19,
          escaped(label));
  }

  void draw_lines() {
    for (const PlotAxis::Tick& tick : x_.ticks())
      if (!tick.label.empty()) draw_x_label(tick.place, tick.label);
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      std::string path;
      for (const PlotPoint& point : plot_.series[i].points)
        path += fmt::format("{:.1f},{:.1f} ", x_.place(point.x), y_.place(point.y));
      print("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, colour(i));
      for (const PlotPoint& point : plot_.series[i].points)
        draw_mark(x_.place(point.x), y_.place(point.y), i, point.is_limit);
    }
  }

  // A dot, or an arrow that points to where the truth lies.
  void draw_mark(double x, double y, std::size_t series, bool is_limit) {
    if (is_limit)
      print("<path d=\"M{:.1f} {:.1f} l-6 9 h12 z\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"2\"/>\n", x,
            y - 5, colour(series));
    else
      print("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x, y, colour(series));
  }

  void draw_bars() {
    const double group = kPlotWidth / static_cast<double>(plot_.categories.size());
    const double width = 0.8 * group / static_cast<double>(std::max<std::size_t>(1, plot_.series.size()));
    for (std::size_t c = 0; c < plot_.categories.size(); ++c)
      draw_x_label(kLeft + (static_cast<double>(c) + 0.5) * group, plot_.categories[c]);
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      for (const PlotPoint& point : plot_.series[i].points) {
        const double x = kLeft + point.x * group + 0.1 * group + static_cast<double>(i) * width;
        const double y = y_.place(point.y);
        print(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
            "fill-opacity=\"{}\" stroke=\"{}\"/>\n",
            x + 1, y, std::max(1.0, width - 2), std::max(0.0, kBottom - y), colour(i),
            point.is_limit ? 0.25 : 0.9, colour(i));
        if (point.is_limit) draw_mark(x + width / 2, y, i, true);
      }
    }
  }

  void draw_legend() {
    bool has_limits = false;
    std::size_t entry = 0;
    const auto place = [&] {
      const std::size_t column = entry % kLegendColumns;
      const std::size_t row = entry / kLegendColumns;
      const double x = kLeft + static_cast<double>(column) * kPlotWidth / kLegendColumns;
      const double y = kLegendTop + static_cast<double>(row) * kLegendRow;
      ++entry;
      return std::pair(x, y);
    };
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      for (const PlotPoint& point : plot_.series[i].points) has_limits |= point.is_limit;
      const auto [x, y] = place();
      print("<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"10\" fill=\"{}\"/>\n", x, y - 9, colour(i));
      print("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 20, y, escaped(plot_.series[i].name));
    }
    if (!has_limits) return;
    const auto [x, y] = place();
    print("<path d=\"M{} {} l-6 9 h12 z\" fill=\"#ffffff\" stroke=\"#333333\" stroke-width=\"2\"/>\n", x + 7,
          y - 9);
    print("<text x=\"{}\" y=\"{}\">stopped at its limit</text>\n", x + 20, y);
  }

  const Plot& plot_;
  const PlotAxis y_;
  const PlotAxis x_;
  std::string out_;
};

}  // namespace

std::string svg_of(const Plot& plot) { return Drawing(plot).run(); }

}  // namespace isolde
