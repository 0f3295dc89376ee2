#include "frontends/plants/manifest.hpp"

#include <nlohmann/json.hpp>

#include "base/visible_text.hpp"

namespace isolde::plants {
namespace {

using Json = nlohmann::ordered_json;

Json planted_json(const Planted& planted) {
  Json out;
  out["name"] = planted.plant->name;
  out["levels_broken"] = Json::array();
  for (const Level level : broken_levels(*planted.plant)) out["levels_broken"].push_back(info(level).name);
  out["transactions"] = planted.ids;
  return out;
}

}  // namespace

std::string manifest_text(const Manifest& manifest) {
  Json out;
  out["seed"] = manifest.seed;
  out["engine"] = manifest.engine;
  out["workload"] = manifest.workload;
  out["parameters"] = Json::object();
  for (const auto& [name, value] : manifest.parameters)
    out["parameters"][name] = std::visit([](const auto& each) { return Json(each); }, value);
  out["transactions"] = manifest.transactions;
  out["holds"] = manifest.holds ? Json(info(*manifest.holds).name) : Json();
  out["planted"] = Json::array();
  for (const Planted& planted : manifest.planted) out["planted"].push_back(planted_json(planted));
  return visible_json(out.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace isolde::plants
