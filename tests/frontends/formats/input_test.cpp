// Every format from everything that can be read: files, pipes, and either compressed; and what is refused.
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "frontends/formats/formats.hpp"
#include "frontends/formats/native/native.hpp"
#include "frontends/formats/peers/dbcop.hpp"
#include "frontends/formats/peers/plume.hpp"
#include "frontends/formats/unpack.hpp"
#include "tests/frontends/formats/describe.hpp"
#include "tests/frontends/formats/packed.hpp"
#include "tests/frontends/formats/temporary.hpp"

namespace isolde {
namespace {

using testing::HasSubstr;
using testing_support::describe;

constexpr std::string_view kNativeText =
    "{\"id\":1,\"session\":1,\"ops\":[{\"op\":\"w\",\"key\":\"x\",\"value\":1}]}\n"
    "{\"id\":2,\"session\":2,\"ops\":[{\"op\":\"r\",\"key\":\"x\",\"value\":1}]}\n";

struct Sample {
  const char* name;
  std::string bytes;
};

// One small history per format that is a file.
std::vector<Sample> samples() {
  return {{"native", std::string(kNativeText)},
          {"dbcop", *dbcop_bytes(*read_plume_bytes("w(1,5,0,10)\nr(1,5,1,11)\n", "h"))},
          {"plume", "w(1,5,0,10)\nr(1,5,1,11)\n"},
          {"jepsen-edn",
           "{:type :invoke, :process 0, :f :txn, :value [[:w 1 2]], :index 0}\n"
           "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]], :index 1}\n"},
          {"jepsen-json",
           "[{\"type\":\"invoke\",\"process\":0,\"f\":\"txn\",\"value\":[[\"w\",1,2]]},\n"
           "{\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[\"w\",1,2]]}]\n"},
          {"dbcop-text", "[x:=1]\n---\n[x==1]\n"},
          {"awdit", "w 1 2\n======\nr 1 2\n"}};
}

std::string history_or_message(const Result<History>& history) {
  return history ? describe(*history) : history.error().message;
}

// A FIFO that somebody fills while the test reads it.
class Fifo {
 public:
  Fifo(std::string path, std::string bytes) : path_(std::move(path)) {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    writer_ = std::thread(
        [path = path_, text = std::move(bytes)] { std::ofstream(path, std::ios::binary) << text; });
  }
  ~Fifo() { writer_.join(); }
  Fifo(const Fifo&) = delete;
  Fifo& operator=(const Fifo&) = delete;

 private:
  std::string path_;
  std::thread writer_;
};

TEST(Input, EveryFormatIsReadCompressedAndFromPipes) {
  const TemporaryDirectory directory;
  for (const auto& [name, bytes] : samples()) {
    const Result<History> plain = read_history(directory.write("plain", bytes));
    ASSERT_TRUE(plain) << name << ": " << plain.error().to_string();
    EXPECT_EQ(name_of(*detect_format(directory.file("plain"))), name);
    for (const std::string& content : {bytes, gzipped(bytes), zstd_packed(bytes)}) {
      EXPECT_EQ(history_or_message(read_history(directory.write("packed", content))), describe(*plain))
          << name;
      const std::string pipe = directory.file("pipe");
      const Fifo fifo(pipe, content);
      EXPECT_EQ(history_or_message(read_history(pipe)), describe(*plain)) << name;
      std::filesystem::remove(pipe);
    }
  }
}

TEST(Input, LargePipesAreReadToTheirEnd) {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 1; i <= 100'000; ++i) text += "w(1," + std::to_string(i) + ",0," + std::to_string(i) + ")\n";
  for (const std::string& content : {text, gzipped(text)}) {
    const Fifo fifo(directory.file("pipe"), content);
    const Result<History> history = read_history(directory.file("pipe"));
    ASSERT_TRUE(history) << history.error().to_string();
    EXPECT_EQ(history->transaction_count(), 100'000U);
    std::filesystem::remove(directory.file("pipe"));
  }
}

TEST(Input, PartsOfCompressedFilesFollowEachOther) {
  const TemporaryDirectory directory;
  const std::string first = "w(1,5,0,10)\n";
  const std::string second = "r(1,5,1,11)\n";
  const std::string both = describe(*read_history(directory.write("h", first + second)));
  const auto read = [&](const std::string& bytes) {
    return history_or_message(read_history(directory.write("h", bytes)));
  };
  EXPECT_EQ(read(gzipped(first) + gzipped(second)), both);
  EXPECT_EQ(read(gzipped("") + gzipped(first) + gzipped("") + gzipped(second)), both);
  EXPECT_EQ(read(gzipped(first + second) + std::string(1000, '\0')), both);
  EXPECT_EQ(read(zstd_packed(first) + zstd_packed(second)), both);
  // As parallel compressors begin: a frame of four bytes that is skipped.
  EXPECT_EQ(read(std::string("\x50\x2A\x4D\x18\x04\0\0\0abcd", 12) + zstd_packed(first + second)), both);
}

TEST(Input, DamagedCompressionIsOneSentence) {
  const TemporaryDirectory directory;
  const auto read = [&](const std::string& bytes) {
    const std::string path = directory.write("h", bytes);
    const Result<History> history = read_history(path);
    return history ? "read" : history.error().to_string().substr(path.size());
  };
  const std::string packed = gzipped(kNativeText);
  // Wherever it is cut: in the header, the data, the check sum or the second member.
  for (const std::size_t size : {3UL, 9UL, 15UL, packed.size() - 9, packed.size() - 1})
    EXPECT_EQ(read(packed.substr(0, size)), ": the gzip data stops in the middle; the file is truncated")
        << size;
  EXPECT_EQ(read(packed + packed.substr(0, 5)), ": the gzip data stops in the middle; the file is truncated");
  std::string wrong = packed;
  wrong[wrong.size() - 6] = static_cast<char>(wrong[wrong.size() - 6] ^ 1);
  EXPECT_EQ(read(wrong), ": the gzip data is damaged: incorrect data check");
  EXPECT_EQ(read(packed + "junk"), ": the gzip data is followed by something else");
  EXPECT_EQ(read(gzipped("")), ": the file is empty");
  const std::string frame = zstd_packed(kNativeText);
  EXPECT_EQ(read(frame.substr(0, frame.size() - 1)),
            ": the zstd data stops in the middle; the file is truncated");
  EXPECT_THAT(read("\x28\xb5\x2f\xfd rest"), HasSubstr("the zstd data is damaged: "));
}

TEST(Input, LogsInDirectoriesMayBeCompressed) {
  const std::string begin = std::string("S\0\0\0\0\0\0\0\1", 9);
  const std::string end = std::string("C\0\0\0\0\0\0\0\1", 9);
  const TemporaryDirectory cobra;
  cobra.write("T1.log.gz", gzipped(begin + end));
  const Result<History> history = read_history(cobra.path());
  ASSERT_TRUE(history) << history.error().to_string();
  EXPECT_EQ(history->sessions().text(0), "T1");
  cobra.write("T1.log", begin + end);
  EXPECT_THAT(read_history(cobra.path()).error().message, HasSubstr("is a log of the same session"));
  const TemporaryDirectory viper;
  viper.write("J1.zst", zstd_packed("{\"value\":[[\"w\",1,2,true]]}\n"));
  const Result<History> logs = read_history(viper.path());
  ASSERT_TRUE(logs) << logs.error().to_string();
  EXPECT_EQ(logs->sessions().text(0), "J1");
  viper.write("J1", "{\"value\":[[\"w\",1,2,true]]}\n");
  EXPECT_THAT(read_history(viper.path()).error().message, HasSubstr("is a log of the same session"));
}

TEST(Input, WhatHasToBeHeldHasALimit) {
  const auto source = bytes_of(kNativeText);
  const Result<WholeFile> file = WholeFile::read(*source, kNativeText.size() - 1, "h");
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error().to_string(), HasSubstr("h: there is not enough memory to hold the file"));
  const auto again = bytes_of(kNativeText);
  EXPECT_EQ(WholeFile::read(*again, kNativeText.size(), "h")->bytes(), kNativeText);
}

// A hundred megabytes of one line, packed small: found out after the longest line there may be.
TEST(Input, BombsAreRefused) {
  const TemporaryDirectory directory;
  const std::string path =
      directory.write("h", gzipped("{\"isolde\":1}\n{\"id\":" + std::string(100 << 20, '1')));
  EXPECT_EQ(read_history(path).error().to_string(), path + ":2: the line is longer than 64 MiB");
  const std::string zeros = directory.write("z", gzipped(std::string(100 << 20, 'z')));
  EXPECT_THAT(read_history(zeros).error().message, HasSubstr("unknown format"));
}

TEST(Input, LongCommentsDoNotHideTheFormat) {
  const TemporaryDirectory directory;
  std::string comments;
  while (comments.size() < 300'000) comments += "# nothing to see here\n";
  for (const std::string& bytes :
       {comments + std::string(kNativeText), gzipped(comments + std::string(kNativeText))})
    EXPECT_EQ(*detect_format(directory.write("h", bytes)), Format::kNative);
  const std::string padded =
      "{\"name\":\"" + std::string(200'000, 'x') + "\",\"process\":0,\"type\":\"ok\"}\n";
  EXPECT_EQ(*detect_format(directory.write("h", padded)), Format::kJepsenJson);
}

TEST(Input, FilesAndDirectoriesAreNotMixedUp) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("h", "w(1,5,0,10)\n");
  const auto sentence = [](const std::string& path, Format format) {
    return read_history(path, {.format = format, .progress = {}}).error().to_string();
  };
  for (const FormatInfo& info : formats()) {
    const bool takes_directory = info.format == Format::kCobra || info.format == Format::kViper;
    const std::string& path = takes_directory ? file : directory.path();
    EXPECT_EQ(sentence(path, info.format),
              path + (takes_directory
                          ? ": is no directory, but a " + std::string(info.name) + " history is one"
                          : ": is a directory, but a " + std::string(info.name) + " history is a file"));
    EXPECT_EQ(sentence(directory.file("none"), info.format),
              directory.file("none") + ": cannot be opened: No such file or directory");
  }
  if (::geteuid() == 0) return;  // may read everything
  ::chmod(file.c_str(), 0);
  EXPECT_EQ(read_history(file).error().to_string(), file + ": cannot be opened: Permission denied");
}

}  // namespace
}  // namespace isolde
