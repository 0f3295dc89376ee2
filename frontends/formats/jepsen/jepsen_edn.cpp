#include "frontends/formats/jepsen/jepsen_edn.hpp"

#include <fmt/format.h>

#include "frontends/formats/jepsen/edn.hpp"
#include "frontends/formats/jepsen/jepsen.hpp"
#include "frontends/formats/layout.hpp"
#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

class JepsenEdnReader {
 public:
  JepsenEdnReader(std::string_view bytes, const std::string& name, ProgressMeter meter)
      : bytes_(without_mark(bytes)),
        name_(name),
        edn_(bytes_, name),
        model_(name, PlaceUnit::kLine),
        meter_(meter) {}

  Result<History> read() {
    if (bytes_.empty()) return input_error({name_, PlaceUnit::kNone, 0}, "the file is empty");
    if (const auto bad = find_invalid_utf8(bytes_))
      return input_error({name_, PlaceUnit::kLine, line_of(bytes_, *bad)}, "the text is not UTF-8");
    if (auto done = operations(); !done) errors_.add(std::move(done.error()));
    if (!errors_.is_empty()) return tl::unexpected(std::move(errors_).take());
    return std::move(model_).finish();
  }

 private:
  Result<void> operations() {
    char closer = '\0';  // of the vector or list we are in
    std::uint64_t opened = 0;
    while (!errors_.is_over()) {
      if (auto skipped = edn_.skip_to_form(); !skipped) return skipped;
      if (edn_.at_end()) break;
      const char next = edn_.peek();
      if (closer == '\0' && (next == '[' || next == '(')) {
        closer = next == '[' ? ']' : ')';
        opened = edn_.line();
        edn_.skip_bracket();
      } else if (closer != '\0' && next == closer) {
        closer = '\0';
        edn_.skip_bracket();
      } else if (auto done = operation(); !done) {
        return done;
      }
    }
    if (closer == '\0' || errors_.is_over()) return {};
    return input_error({name_, PlaceUnit::kLine, opened},
                       fmt::format("the file ends before the {} that closes the operations", closer));
  }

  // An operation that is well-formed and means nothing does not end the reading: several are reported.
  Result<void> operation() {
    const std::uint64_t line = edn_.line();
    tree_.clear();
    if (auto read = edn_.read_form(tree_); !read) return read;
    meter_.at(edn_.offset());
    if (auto added = model_.add(tree_, line); !added) errors_.add(std::move(added.error()));
    return {};
  }

  std::string_view bytes_;
  const std::string& name_;
  EdnReader edn_;
  JepsenModel model_;
  ProgressMeter meter_;
  FormTree tree_;
  ErrorList errors_;
};

}  // namespace

Result<History> read_jepsen_edn(InputFile input, const ReadOptions& options) {
  Result<WholeFile> file = std::move(input).whole();
  if (!file) return tl::unexpected(file.error());
  const std::string_view bytes = file->bytes();
  return JepsenEdnReader(bytes, input.name(), ProgressMeter(options, bytes.size(), &*file)).read();
}

Result<History> read_jepsen_edn_bytes(std::string_view bytes, const std::string& name) {
  const ReadOptions options;
  return JepsenEdnReader(bytes, name, ProgressMeter(options, bytes.size())).read();
}

}  // namespace isolde
