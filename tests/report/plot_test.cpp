#include "report/plot.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/csv.hpp"
#include "report/plot_axis.hpp"
#include "report/plot_style.hpp"
#include "tests/report/well_formed.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing::Not;

Plot sample() {
  Plot plot{"Seconds & <more>", "transactions", "seconds", true, true, {}, {}};
  plot.series = {{"fast \"one\"", {{100, 0.002, false}, {1000, 0.01, false}}},
                 {"slow", {{100, 0.5, false}, {1000, 60, true}}}};
  return plot;
}

TEST(Plot, IsWellFormed) {
  EXPECT_FALSE(is_well_formed("<a><b></a></b>"));
  EXPECT_FALSE(is_well_formed("<a>x & y</a>"));
  EXPECT_TRUE(is_well_formed("<a b=\"1\">x &amp; y<c/></a>"));
  const std::string svg = svg_of(sample());
  EXPECT_TRUE(is_well_formed(svg)) << svg;
  EXPECT_THAT(svg, HasSubstr("Seconds &amp; &lt;more&gt;"));
  EXPECT_EQ(svg, svg_of(sample()));
}

TEST(Plot, MarksWhatWasStopped) {
  Plot plot = sample();
  EXPECT_THAT(svg_of(plot), HasSubstr("stopped at its limit"));
  plot.series[1].points[1].is_limit = false;
  EXPECT_THAT(svg_of(plot), Not(HasSubstr("stopped at its limit")));
}

TEST(Plot, BarsAndNothingAtAll) {
  Plot plot = sample();
  plot.categories = {"rmw", "heavy-write"};
  for (PlotSeries& series : plot.series) {
    series.points[0].x = 0;
    series.points[1].x = 1;
  }
  EXPECT_TRUE(is_well_formed(svg_of(plot)));
  EXPECT_THAT(svg_of(plot), HasSubstr(">heavy-write</text>"));
  EXPECT_TRUE(is_well_formed(svg_of(Plot{})));
  plot.series[0].points[0].y = 0;  // no place on a logarithmic axis
  EXPECT_THAT(svg_of(plot), Not(HasSubstr("nan")));
  EXPECT_THAT(svg_of(plot), Not(HasSubstr("inf")));
}

TEST(Plot, ManySeriesAreToldApart) {
  std::set<std::string> marks;
  std::set<std::string> fills;
  for (std::size_t i = 0; i < 40; ++i) {
    marks.insert(mark_text(series_style(i), 0, 0));
    const std::string pattern = pattern_text(i);
    fills.insert(pattern.empty() ? fill_text(i) : pattern.substr(pattern.find("<path")));
  }
  EXPECT_EQ(marks.size(), 40U);
  EXPECT_EQ(fills.size(), 40U);
  Plot plot = sample();
  for (int i = 0; i < 40; ++i) plot.series.push_back({"series " + std::to_string(i), {{200, 0.1, false}}});
  EXPECT_TRUE(is_well_formed(svg_of(plot)));
  plot.categories = {"a category with a long name", "another one with a long name", "b", "c"};
  EXPECT_TRUE(is_well_formed(svg_of(plot)));
  EXPECT_THAT(svg_of(plot), HasSubstr("rotate(-30)"));
  EXPECT_THAT(svg_of(plot), HasSubstr("url(#hatch39)"));
}

TEST(Plot, AxesHaveRoundNumbers) {
  const PlotAxis log_axis(0.003, 60, PlotAxis::Scale::kLog, 0, 100);
  EXPECT_DOUBLE_EQ(log_axis.low(), 0.001);
  EXPECT_NEAR(log_axis.place(0.001), 0, 1e-9);
  EXPECT_NEAR(log_axis.place(100), 100, 1e-9);
  EXPECT_EQ(log_axis.ticks().front().label, "0.001");
  const PlotAxis linear(0, 1, PlotAxis::Scale::kLinear, 0, 100);
  EXPECT_NEAR(linear.place(0.5), 50, 1e-9);
  EXPECT_EQ(linear.ticks()[1].label, "0.2");
  const PlotAxis tight(200, 10'000, PlotAxis::Scale::kTightLog, 0, 100);
  EXPECT_EQ(tight.ticks().front().label, "200");
  EXPECT_LT(tight.ticks().front().place, 10);
}

TEST(Csv, FieldsComeBack) {
  const std::vector<std::string> fields{"plain", "", "with, comma", "with \"quotes\"", "-"};
  EXPECT_EQ(csv_fields(csv_text(fields)), fields);
  EXPECT_EQ(csv_text(fields), "plain,,\"with, comma\",\"with \"\"quotes\"\"\",-\n");
}

}  // namespace
}  // namespace isolde
