#include "frontends/workloads/window.hpp"

namespace isolde::workloads {

WindowWorkload::WindowWorkload(const WindowConfig& config, std::uint32_t sessions)
    : config_(config), choice_(config.keys, config.skew), window_(config.keys), left_(sessions) {
  table_.prefix = "k";
  table_.kind = config.kind;
  for (Slot& slot : window_) slot.key = fresh_++;
}

void WindowWorkload::begin(std::uint32_t session, Random& random) {
  left_[session] = 1 + static_cast<std::uint32_t>(random.below(config_.operations));
}

bool WindowWorkload::next(std::uint32_t session, const Reply& /*last*/, Random& random, Request& request) {
  if (left_[session] == 0) return false;
  --left_[session];
  Slot& slot = window_[choice_(random)];
  const Key key(0, slot.key);
  if (random.chance(config_.read_ratio)) {
    fill_read(request, key);
    return true;
  }
  const bool list = config_.kind == engine::TableKind::kList;
  fill_write(request, list ? OpKind::kAppend : OpKind::kWrite, key, next_value());
  if (++slot.writes == config_.writes_per_key) slot = {fresh_++, 0};
  return true;
}

}  // namespace isolde::workloads
