// Streams recorded transactions as native JSON Lines (docs/formats.md), plain or compressed, while they end:
// what it writes reads back as the History that HistorySink makes of the same records. Memory: the tables and
// two buffers, whatever the length of the history.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "frontends/engine/record.hpp"
#include "frontends/formats/native/native_output.hpp"

namespace isolde::engine {

class NativeSink : public Sink {
 public:
  // Empty or "-": standard output. Compressed, fast rather than small, if the path ends in ".zst".
  [[nodiscard]] static Result<NativeSink> create(const std::string& path);

  void tables(std::span<const TableInfo> tables) override;
  void initial(Key key, const Cells& cells) override;
  void transaction(const RecordedTxn& txn) override;
  [[nodiscard]] bool wants_more() const override { return output_.wants_more(); }
  void version_order(const VersionTruth& truth) override;
  void serialization_order(std::span<const std::int64_t> ids) override;

  // After the last call of the others: says whether everything reached its place.
  [[nodiscard]] Result<void> close();

 private:
  // A table's names as they stand in JSON, made once.
  struct Spelling {
    std::string key;  // "\"k", before the number
    struct Column {
      std::string before;  // ",\"v1\":"
      std::size_t cell;
    };
    std::vector<Column> columns;  // in the order of their names
    TableKind kind;
  };

  explicit NativeSink(native::NativeOutput output) : output_(std::move(output)) {}

  void raw(std::string_view text) { output_.buffer().append(text); }
  void number(std::int64_t number);
  void key(Key key);
  void version(Key key, const Cells& cells);
  // "value":... or "row":...
  void version_field(Key key, const Cells& cells);
  void row(const Spelling& table, const Cells& cells);
  void operation(const RecordedOp& op);
  void item(const RecordedOp& op);
  void predicate(const RecordedOp& op);
  void aggregate(const RecordedOp& op);
  void rows(std::span<const RowReply> rows, OpKind kind);
  void end_initial_line();

  native::NativeOutput output_;
  std::vector<TableInfo> tables_;
  std::vector<Spelling> spellings_;
  std::size_t in_initial_line_ = 0;  // values in the line of initial values that is open; 0: none is
};

}  // namespace isolde::engine
