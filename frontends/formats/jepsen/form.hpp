// A form: one EDN or JSON value as a flat tree, the only thing that the parsers of Jepsen histories and the
// model of Jepsen operations share.
//
// Nodes stand in preorder in one array; texts stand in one arena. A tree is cleared and filled again for
// every operation, so reading a history allocates only until the largest operation was met.
//
// Invariants
//   1. The children of node i begin at i+1; the node after a subtree is end(i).
//   2. A map of n pairs has 2n children, alternating key and value.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isolde {

enum class FormKind : std::uint8_t { kNil, kBoolean, kInteger, kReal, kText, kKeyword, kList, kMap };

// How deep lists and maps may nest. Histories nest five deep; the limit keeps recursion off the stack's end.
inline constexpr int kMaxFormDepth = 64;

class Form;

class FormTree {
 public:
  void clear() {
    nodes_.clear();
    texts_.clear();
  }
  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  // Requires that the tree is not empty.
  [[nodiscard]] Form root() const;

  void add_nil() { add(FormKind::kNil, 0); }
  void add_boolean(bool value) { add(FormKind::kBoolean, value ? 1 : 0); }
  void add_integer(std::int64_t value) { add(FormKind::kInteger, static_cast<std::uint64_t>(value)); }
  void add_real(double value) { add(FormKind::kReal, std::bit_cast<std::uint64_t>(value)); }
  // Texts and keywords; `kind` says which.
  void add_text(FormKind kind, std::string_view text) {
    add(kind, texts_.size());
    nodes_.back().length = text.size();
    texts_ += text;
  }
  // A list or map stays open until close() is called with what open() returned.
  std::size_t open(FormKind kind) {
    add(kind, 0);
    return nodes_.size() - 1;
  }
  void close(std::size_t node, std::size_t children) {
    nodes_[node].length = children;
    nodes_[node].end = nodes_.size();
  }
  // Forgets everything from `node` on: a form that was read only to be skipped.
  void truncate(std::size_t node) { nodes_.resize(node); }

 private:
  friend class Form;

  struct Node {
    FormKind kind = FormKind::kNil;
    std::size_t end = 0;        // index after the subtree
    std::size_t length = 0;     // children of a list or map, bytes of a text
    std::uint64_t payload = 0;  // the scalar, or where a text begins
  };

  void add(FormKind kind, std::uint64_t payload) { nodes_.push_back({kind, nodes_.size() + 1, 0, payload}); }

  std::vector<Node> nodes_;
  std::string texts_;
};

// A node of a tree, by value; valid as long as the tree is not changed.
class Form {
 public:
  Form(const FormTree& tree, std::size_t node) : tree_(&tree), node_(node) {}

  [[nodiscard]] FormKind kind() const { return node().kind; }
  [[nodiscard]] bool is(FormKind kind) const { return node().kind == kind; }
  [[nodiscard]] bool is_nil() const { return is(FormKind::kNil); }
  [[nodiscard]] bool is_list() const { return is(FormKind::kList); }
  [[nodiscard]] bool is_map() const { return is(FormKind::kMap); }
  // A keyword in EDN, a string in JSON.
  [[nodiscard]] bool is_name() const { return is(FormKind::kKeyword) || is(FormKind::kText); }
  [[nodiscard]] bool is_named(std::string_view name) const { return is_name() && text() == name; }

  [[nodiscard]] std::int64_t integer() const { return static_cast<std::int64_t>(node().payload); }
  [[nodiscard]] double real() const { return std::bit_cast<double>(node().payload); }
  [[nodiscard]] bool boolean() const { return node().payload != 0; }
  [[nodiscard]] std::string_view text() const {
    return std::string_view(tree_->texts_).substr(node().payload, node().length);
  }
  // Elements of a list; keys and values of a map, counted together.
  [[nodiscard]] std::size_t size() const { return node().length; }
  [[nodiscard]] std::size_t index() const { return node_; }

  class Iterator {
   public:
    Iterator(const FormTree& tree, std::size_t node) : tree_(&tree), node_(node) {}
    Form operator*() const { return {*tree_, node_}; }
    Iterator& operator++() {
      node_ = tree_->nodes_[node_].end;
      return *this;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    const FormTree* tree_;
    std::size_t node_;
  };
  [[nodiscard]] Iterator begin() const { return {*tree_, node_ + 1}; }
  [[nodiscard]] Iterator end() const { return {*tree_, node().end}; }
  // O(i); requires i < size().
  [[nodiscard]] Form at(std::size_t i) const {
    Iterator iterator = begin();
    for (; i > 0; --i) ++iterator;
    return *iterator;
  }

 private:
  [[nodiscard]] const FormTree::Node& node() const { return tree_->nodes_[node_]; }

  const FormTree* tree_;
  std::size_t node_;
};

inline Form FormTree::root() const { return {*this, 0}; }

// How an error spells a form: "nil", "7", "\"x\"", ":ok", "a vector", "a map".
[[nodiscard]] std::string spell_form(Form form);

}  // namespace isolde
