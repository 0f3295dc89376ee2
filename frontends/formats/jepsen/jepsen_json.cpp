#include "frontends/formats/jepsen/jepsen_json.hpp"

#include "frontends/formats/jepsen/jepsen.hpp"
#include "frontends/formats/jepsen/json_forms.hpp"
#include "frontends/formats/scan.hpp"

namespace isolde {
namespace {

constexpr std::string_view kMember = "history";

Result<History> read_forms(JsonForms& forms, const std::string& name, ProgressMeter meter) {
  const JsonShape shape = forms.shape(kMember);
  if (shape == JsonShape::kOther)
    return input_error({name, PlaceUnit::kLineColumn, line_column(1, 1)},
                       "expected a JSON array or object of Jepsen operations");
  const bool lines = shape == JsonShape::kLines;
  JepsenModel model(name, lines ? PlaceUnit::kLine : PlaceUnit::kLineColumn);
  const JsonForms::Sink sink = [&](FormTree& op, std::uint64_t place) {
    meter.at(forms.offset());
    if (forms.has_errors()) model.expect_gaps();
    return model.add(op, place);
  };
  const auto done = lines ? forms.for_each_line(sink) : forms.for_each_element(shape, kMember, sink);
  if (!done) return tl::unexpected(done.error());
  return std::move(model).finish();
}

}  // namespace

Result<History> read_jepsen_json(InputFile input, const ReadOptions& options) {
  std::unique_ptr<JsonForms> forms;
  std::size_t size = 0;
  {
    const Result<WholeFile> file = std::move(input).whole();
    if (!file) return tl::unexpected(file.error());
    size = file->bytes().size();
    if (size == 0) return input_error({input.name(), PlaceUnit::kNone, 0}, "the file is empty");
    forms = std::make_unique<JsonForms>(file->bytes(), input.name());  // a copy; the file goes
  }
  return read_forms(*forms, input.name(), ProgressMeter(options, size));
}

Result<History> read_jepsen_json_bytes(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) return input_error({name, PlaceUnit::kNone, 0}, "the file is empty");
  const ReadOptions options;
  JsonForms forms(bytes, name);
  return read_forms(forms, name, ProgressMeter(options, bytes.size()));
}

}  // namespace isolde
