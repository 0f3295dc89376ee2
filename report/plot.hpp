// Small plots as SVG: lines over numbers, or bars over categories. Values that are only a bound, because a
// run was stopped at a limit, are marked as such.
#pragma once

#include <string>
#include <vector>

namespace isolde {

struct PlotPoint {
  double x = 0;  // or the number of the category
  double y = 0;
  bool is_limit = false;  // stopped there: the true value is larger
};

struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
};

struct Plot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = true;                    // values that are not positive are drawn at the lower end
  std::vector<std::string> categories;  // if there are any: bars
  std::vector<PlotSeries> series;
};

// A whole document; the same plot gives the same bytes.
[[nodiscard]] std::string svg_of(const Plot& plot);

}  // namespace isolde
