// C-Twitter, Cobra's small clone of Twitter, from its description: users tweet, follow and unfollow others,
// and look at timelines, the latest tweets of those they follow. Users are drawn by Zipf's law both as actors
// and as the followed, so that a few rows are read by very many and written often.
//
//   user     last tweet (0: none), followers        written by tweets and (un)follows
//   follows  up to five users followed (-1: free)   written by (un)follows
//   tweet    author, the author's tweet before       written once, so the keys grow with the history
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "frontends/workloads/program.hpp"
#include "frontends/workloads/zipf.hpp"

namespace isolde::workloads {

struct TwitterConfig {
  std::uint64_t keys = 1000;  // users
  double skew = 0.99;
  double read_ratio = 0.5;  // of transactions: timelines
};

class Twitter : public ProgramWorkload {
 public:
  Twitter(const TwitterConfig& config, std::uint32_t sessions);

  [[nodiscard]] std::span<const engine::TableInfo> tables() const override { return tables_; }
  void load(Random& random, const std::function<void(Key, const Cells&)>& put) override;

 private:
  [[nodiscard]] Program start(std::uint32_t session, Client& client, Random& random) override;
  [[nodiscard]] Program tweet(Client& client, std::uint64_t author);
  [[nodiscard]] Program timeline(Client& client, std::uint64_t reader);
  [[nodiscard]] Program follow(Client& client, std::uint64_t reader, std::uint64_t other, std::uint64_t slot);
  [[nodiscard]] Program unfollow(Client& client, std::uint64_t reader, std::uint64_t slot);

  TwitterConfig config_;
  std::array<engine::TableInfo, 3> tables_;
  Zipf choice_;
};

}  // namespace isolde::workloads
