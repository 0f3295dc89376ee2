// check_invariants() of closures: it holds while they grow and shrink, and finds one that lies.
#include <gtest/gtest.h>

#include "base/random.hpp"
#include "closure/growing.hpp"

namespace isolde {
namespace {

TEST(ClosureInvariants, HoldWhileAnyClosureGrowsAndShrinks) {
  for (const ClosureKind kind : closure_kinds()) {
    SCOPED_TRACE(std::string(name_of(kind)));
    constexpr std::size_t kNodes = 40;
    Random random(1);
    const auto closure = make_closure(kind, kNodes, {}, {});
    ASSERT_NE(closure, nullptr);
    const Closure::Mark mark = closure->mark();
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 60; ++i)
        static_cast<void>(closure->insert(
            {static_cast<Node>(random.below(kNodes)), static_cast<Node>(random.below(kNodes))}));
      EXPECT_TRUE(closure->check_invariants(kNodes));
      closure->undo(mark);
      EXPECT_TRUE(closure->check_invariants(kNodes));
    }
  }
}

// Knows edges only, no paths.
class ForgetfulClosure final : public GrowingClosure {
 public:
  explicit ForgetfulClosure(std::size_t nodes) : GrowingClosure(EdgeLists(nodes, {})) {}
  [[nodiscard]] bool reaches(Node from, Node to) const override {
    bool is_next = false;
    successors().for_each(from, [&](Node next) { is_next |= next == to; });
    return is_next;
  }

 private:
  void connect(Edge) override {}
  [[nodiscard]] std::size_t trail_size() const override { return 0; }
  void rewind(std::size_t) override {}
  [[nodiscard]] std::size_t own_bytes() const override { return 0; }
};

TEST(ClosureInvariants, AClosureThatForgetsPathsIsFound) {
  ForgetfulClosure closure(3);
  ASSERT_TRUE(closure.insert({0, 1}));
  EXPECT_TRUE(closure.check_invariants(3));
  ASSERT_TRUE(closure.insert({1, 2}));
  EXPECT_FALSE(closure.check_invariants(3));
}

TEST(ClosureInvariants, AClosureThatTakesACycleIsFound) {
  ForgetfulClosure closure(3);
  for (const Edge edge : {Edge{0, 1}, Edge{1, 2}, Edge{2, 0}}) ASSERT_TRUE(closure.insert(edge));
  EXPECT_FALSE(closure.check_invariants(3));
}

}  // namespace
}  // namespace isolde
