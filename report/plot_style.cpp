#include "report/plot_style.hpp"

#include <array>

#include <fmt/format.h>

namespace isolde {
namespace {

// Okabe and Ito's colours, which colour-blind people can tell apart, and which differ in print.
constexpr std::array kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                 "#e69f00", "#56b4e9", "#000000", "#8c6d31"};
constexpr std::size_t kShapes = 5;  // has no divisor in common with the number of colours
constexpr std::array kDashes = {"", "8 4", "2 3", "10 3 2 3", "16 4"};
// Of a tile of six by six; stripes one way, the other, across, and a grid.
constexpr std::array kHatches = {"", "M0 6 L6 0", "M0 0 L6 6", "M0 3 H6", "M0 3 H6 M3 0 V6"};
static_assert(kDashes.size() == kHatches.size());

}  // namespace

SeriesStyle series_style(std::size_t series) {
  return {kColours[series % kColours.size()], series % kShapes, series / kColours.size() % kDashes.size()};
}

std::string mark_text(const SeriesStyle& style, double x, double y) {
  switch (style.shape) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", x, y, style.colour);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" fill=\"{}\"/>\n", x - 3.5,
                         y - 3.5, style.colour);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f} l5 5 l-5 5 l-5 -5 z\" fill=\"{}\"/>\n", x, y - 5,
                         style.colour);
    case 3:
      return fmt::format(
          "<path d=\"M{:.1f} {:.1f} l8 8 m0 -8 l-8 8\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
          x - 4, y - 4, style.colour);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f} h10 l-5 8 z\" fill=\"{}\"/>\n", x - 5, y - 4,
                         style.colour);
  }
}

std::string stroke_text(const SeriesStyle& style) {
  std::string text = fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"", style.colour);
  if (style.line != 0) text += fmt::format(" stroke-dasharray=\"{}\"", kDashes[style.line]);
  return text;
}

std::string fill_text(std::size_t series) {
  const SeriesStyle style = series_style(series);
  return style.line == 0 ? style.colour : fmt::format("url(#hatch{})", series);
}

std::string pattern_text(std::size_t series) {
  const SeriesStyle style = series_style(series);
  if (style.line == 0) return "";
  return fmt::format(
      "<pattern id=\"hatch{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path d=\"{}\" "
      "stroke=\"{}\" stroke-width=\"2\"/></pattern>\n",
      series, kHatches[style.line], style.colour);
}

}  // namespace isolde
