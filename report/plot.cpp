#include "report/plot.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "base/visible_text.hpp"
#include "report/plot_axis.hpp"
#include "report/plot_style.hpp"

namespace isolde {
namespace {

constexpr double kWidth = 720;
constexpr double kLeft = 76;
constexpr double kTop = 46;
constexpr double kPlotWidth = 610;
constexpr double kPlotHeight = 330;
constexpr double kBottom = kTop + kPlotHeight;
constexpr double kLegendRow = 20;
constexpr double kLetter = 6.5;  // about how wide a letter is

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
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
        out += c;
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

double width_of(const std::string& text) { return kLetter * static_cast<double>(text.size()); }

// Labels of categories that do not fit beside each other are turned; then they need this much more below.
double extra_bottom(const Plot& plot) {
  double longest = 0;
  for (const std::string& category : plot.categories) longest = std::max(longest, width_of(category));
  const double room = kPlotWidth / static_cast<double>(std::max<std::size_t>(1, plot.categories.size()));
  return longest <= room ? 0 : 0.5 * longest;
}

std::size_t legend_columns(const Plot& plot) {
  constexpr std::size_t kMost = 3;
  double longest = 0;
  for (const PlotSeries& series : plot.series) longest = std::max(longest, width_of(series.name) + 40);
  return std::clamp<std::size_t>(static_cast<std::size_t>(kPlotWidth / std::max(1.0, longest)), 1, kMost);
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
            false, kLeft, kLeft + kPlotWidth)),
        extra_bottom_(extra_bottom(plot)),
        legend_columns_(legend_columns(plot)) {}

  std::string run() {
    const std::size_t rows = (plot_.series.size() + legend_columns_) / legend_columns_;
    const double height = legend_top() + static_cast<double>(rows) * kLegendRow + 10;
    print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n",
        kWidth, height);
    print("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", kWidth, height);
    print("<text x=\"{}\" y=\"24\" font-size=\"15\" font-weight=\"bold\">{}</text>\n", kLeft,
          xml_escaped(plot_.title));
    draw_y_axis();
    if (plot_.categories.empty())
      draw_lines();
    else
      draw_bars();
    print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#333333\"/>\n", kLeft,
          kTop, kPlotWidth, kPlotHeight);
    print("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", kLeft + kPlotWidth / 2,
          kBottom + extra_bottom_ + 40, xml_escaped(plot_.x_label));
    draw_legend();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  template <class... Values>
  void print(fmt::format_string<Values...> text, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), text, std::forward<Values>(values)...);
  }
  [[nodiscard]] double legend_top() const { return kBottom + extra_bottom_ + 62; }

  void draw_y_axis() {
    for (const PlotAxis::Tick& tick : y_.ticks()) {
      print("<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", kLeft, tick.place,
            kLeft + kPlotWidth, tick.place, tick.label.empty() ? "#f2f2f2" : "#d9d9d9");
      if (!tick.label.empty())
        print("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 7, tick.place + 4,
              tick.label);
    }
    print("<text transform=\"translate(18 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
          kTop + kPlotHeight / 2, xml_escaped(plot_.y_label));
  }

  void draw_x_label(double place, const std::string& label) {
    print("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#333333\"/>\n", place, kBottom,
          kBottom + 5);
    if (extra_bottom_ > 0)
      print("<text transform=\"translate({:.1f} {}) rotate(-30)\" text-anchor=\"end\">{}</text>\n", place + 4,
            kBottom + 17, xml_escaped(label));
    else
      print("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", place, kBottom + 19,
            xml_escaped(label));
  }

  void draw_lines() {
    for (const PlotAxis::Tick& tick : x_.ticks())
      if (!tick.label.empty()) draw_x_label(tick.place, tick.label);
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      std::string path;
      for (const PlotPoint& point : plot_.series[i].points)
        path += fmt::format("{:.1f},{:.1f} ", x_.place(point.x), y_.place(point.y));
      print("<polyline points=\"{}\"{}/>\n", path, stroke_text(series_style(i)));
      for (const PlotPoint& point : plot_.series[i].points)
        draw_mark(x_.place(point.x), y_.place(point.y), i, point.is_limit);
    }
  }

  // The mark of the series or, for a value that is only a bound, an arrow towards the true value.
  void draw_mark(double x, double y, std::size_t series, bool is_limit) {
    if (is_limit)
      print("<path d=\"M{:.1f} {:.1f} l-6 9 h12 z\" fill=\"#ffffff\" stroke=\"{}\" stroke-width=\"2\"/>\n", x,
            y - 5, series_style(series).colour);
    else
      out_ += mark_text(series_style(series), x, y);
  }

  void draw_bars() {
    const double group = kPlotWidth / static_cast<double>(plot_.categories.size());
    const double width = 0.8 * group / static_cast<double>(std::max<std::size_t>(1, plot_.series.size()));
    for (std::size_t c = 0; c < plot_.categories.size(); ++c)
      draw_x_label(kLeft + (static_cast<double>(c) + 0.5) * group, plot_.categories[c]);
    out_ += "<defs>\n";
    for (std::size_t i = 0; i < plot_.series.size(); ++i) out_ += pattern_text(i);
    out_ += "</defs>\n";
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      for (const PlotPoint& point : plot_.series[i].points) {
        const double x = kLeft + point.x * group + 0.1 * group + static_cast<double>(i) * width;
        const double y = y_.place(point.y);
        print(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
            "fill-opacity=\"{}\" stroke=\"{}\"/>\n",
            x + 1, y, std::max(1.0, width - 2), std::max(0.0, kBottom - y), fill_text(i),
            point.is_limit ? 0.25 : 0.9, series_style(i).colour);
        if (point.is_limit) draw_mark(x + width / 2, y, i, true);
      }
    }
  }

  void draw_legend() {
    bool has_limits = false;
    std::size_t entry = 0;
    const auto place = [&] {
      const std::size_t column = entry % legend_columns_;
      const std::size_t row = entry / legend_columns_;
      const double x =
          kLeft + static_cast<double>(column) * kPlotWidth / static_cast<double>(legend_columns_);
      const double y = legend_top() + static_cast<double>(row) * kLegendRow;
      ++entry;
      return std::pair(x, y);
    };
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      for (const PlotPoint& point : plot_.series[i].points) has_limits |= point.is_limit;
      const auto [x, y] = place();
      draw_key(x, y - 4, i);
      print("<text x=\"{}\" y=\"{}\">{}</text>\n", x + kKeyWidth + 6, y, xml_escaped(plot_.series[i].name));
    }
    if (!has_limits) return;
    const auto [x, y] = place();
    print("<path d=\"M{} {} l-6 9 h12 z\" fill=\"#ffffff\" stroke=\"#333333\" stroke-width=\"2\"/>\n",
          x + kKeyWidth / 2, y - 9);
    print("<text x=\"{}\" y=\"{}\">stopped at its limit</text>\n", x + kKeyWidth + 6, y);
  }

  // As the series is drawn: a piece of its bar, or of its line with a mark.
  void draw_key(double x, double y, std::size_t series) {
    const SeriesStyle style = series_style(series);
    if (!plot_.categories.empty()) {
      print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"10\" fill=\"{}\" stroke=\"{}\"/>\n", x, y - 5,
            kKeyWidth, fill_text(series), style.colour);
      return;
    }
    print("<path d=\"M{} {} h{}\"{}/>\n", x, y, kKeyWidth, stroke_text(style));
    out_ += mark_text(style, x + kKeyWidth / 2, y);
  }

  static constexpr double kKeyWidth = 30;

  const Plot& plot_;
  const PlotAxis y_;
  const PlotAxis x_;
  const double extra_bottom_;
  const std::size_t legend_columns_;
  std::string out_;
};

}  // namespace

std::string svg_of(const Plot& plot) { return Drawing(plot).run(); }

}  // namespace isolde
