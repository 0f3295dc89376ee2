#include "frontends/engine/controls/psi.hpp"

#include <algorithm>

namespace isolde::engine {

PsiControl::PsiControl(Database& database)
    : ConcurrencyControl(database),
      sites_(std::min<std::size_t>(kSites, session_count())),
      random_(seed() ^ 0x7073692d73697465ULL),
      snapshots_(session_count()),
      is_open_(session_count()) {}

// A site applies what has arrived only when a transaction begins there; nothing reads the site in between, so
// no client can tell the difference.
Answer PsiControl::begin(Session session, std::int64_t now) {
  const std::size_t here = site(session);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t from = 0; from < sites_; ++from)
      while (deliver_one(here, from, now)) is_new = true;
  }
  snapshots_[session] = applied_[here];
  is_open_[session] = true;
  return kProceed;
}

bool PsiControl::deliver_one(std::size_t to, std::size_t from, std::int64_t now) {
  std::deque<Message>& inbox = inboxes_[to][from];
  if (inbox.empty() || inbox.front().arrival > now) return false;
  for (std::size_t other = 0; other < sites_; ++other)
    if (other != from && inbox.front().needs[other] > applied_[to][other]) return false;
  applied_[to][from] = inbox.front().number;
  inbox.pop_front();
  return true;
}

Answer PsiControl::commit(Session session, std::int64_t now) {
  for (const BufferedWrite& write : writes(session))
    if (!view(session).sees(store().newest(write.slot))) return kAbort;
  ++clock_;
  if (writes(session).empty()) return kProceed;
  const std::size_t here = site(session);
  send(here, now, {0, ++applied_[here][here], snapshots_[session]});
  return kProceed;
}

// Messages between two sites arrive in the order they were sent, after up to a few transactions' time
// (chosen, so that long forks occur).
void PsiControl::send(std::size_t from, std::int64_t now, const Message& message) {
  for (std::size_t to = 0; to < sites_; ++to) {
    if (to == from) continue;
    std::deque<Message>& inbox = inboxes_[to][from];
    Message copy = message;
    copy.arrival = now + random_.between(100'000, 4'000'000);
    if (!inbox.empty()) copy.arrival = std::max(copy.arrival, inbox.back().arrival);
    inbox.push_back(copy);
  }
}

Origin PsiControl::origin_of(Session session) {
  const std::size_t here = site(session);
  return {.stamp = clock_, .writer = std::uint64_t{here} << View::kSiteShift | applied_[here][here]};
}

void PsiControl::ended(Session session, bool /*committed*/) {
  constexpr Stamp kEvery = 32;
  is_open_[session] = false;
  if (clock_ % kEvery == 0) update_stable();
}

void PsiControl::update_stable() {
  stable_.fill(kLatest);
  const auto lower = [&](const Clock& clock) {
    for (std::size_t i = 0; i < kSites; ++i) stable_[i] = std::min(stable_[i], clock[i]);
  };
  for (std::size_t i = 0; i < sites_; ++i) lower(applied_[i]);
  for (Session session = 0; session < session_count(); ++session)
    if (is_open_[session]) lower(snapshots_[session]);
}

// A version that every open and future transaction sees hides all older ones.
void PsiControl::collect(Slot slot) {
  View everybody;
  everybody.sites = stable_.data();
  store().collect(
      slot, [&](std::span<const Version> chain, std::size_t i) { return !everybody.sees(chain[i + 1]); });
}

}  // namespace isolde::engine
