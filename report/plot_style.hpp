// How series are told apart: by colour and the shape of their marks and, once the colours are used up, by
// dashes; bars by hatching. No two of the first forty are alike.
#pragma once

#include <cstddef>
#include <string>

namespace isolde {

struct SeriesStyle {
  const char* colour;
  std::size_t shape;  // of the marks
  std::size_t line;   // 0: solid lines and filled bars; others are dashed and hatched
};
[[nodiscard]] SeriesStyle series_style(std::size_t series);

// A mark with its centre there, as an SVG element and a line break.
[[nodiscard]] std::string mark_text(const SeriesStyle& style, double x, double y);
// Attributes of a line, with a space before the first.
[[nodiscard]] std::string stroke_text(const SeriesStyle& style);
// What fills a bar of this series: a colour, or the pattern that pattern_text() defines.
[[nodiscard]] std::string fill_text(std::size_t series);
// The definition of the pattern; empty for a series that needs none.
[[nodiscard]] std::string pattern_text(std::size_t series);

}  // namespace isolde
