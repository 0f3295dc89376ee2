// The manual page isolde(1), generated from the command line itself: `isolde --print-man` prints roff with
// man(7) macros.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace isolde {

// Name, synopsis, description (the app's), one section per command with its options, exit status, and the
// app's footer as notes. The same arguments give the same bytes: no clock is asked, so `date` is the
// version's, written YYYY-MM-DD.
[[nodiscard]] std::string man_page(const CLI::App& app, std::string_view version, std::string_view date);

}  // namespace isolde
