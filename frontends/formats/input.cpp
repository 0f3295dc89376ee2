#include "frontends/formats/input.hpp"

#include <filesystem>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include "base/files/file.hpp"
#include "base/memory.hpp"
#include "frontends/formats/peers/dbcop.hpp"
#include "frontends/formats/unpack.hpp"

namespace isolde {
namespace {

constexpr std::size_t kBinaryHead = std::size_t{1} << 16;

// Bytes that can be mapped: all of a file that nobody has begun to read. 0: it has to be read. So do files
// without a size, which may hold something all the same (those of /proc do).
std::size_t size_to_map(int fd) {
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || ::lseek(fd, 0, SEEK_CUR) != 0) return 0;
  return static_cast<std::size_t>(info.st_size);
}

// A magic number is not enough: the first number of DBCop's bincode is arbitrary, so it may look like any.
Result<Packing> packing_in(PeekedBytes& bytes) {
  const Result<std::string_view> magic = bytes.head(kPackingHead);
  if (!magic) return tl::unexpected(magic.error());
  const Packing packing = packing_of(*magic);
  if (packing == Packing::kNone) return packing;
  return bytes.head(kBinaryHead).map([&](std::string_view head) {
    return looks_like_dbcop(head) ? Packing::kNone : packing;
  });
}

}  // namespace

InputFile::InputFile(std::string path) : path_(std::move(path)), name_(input_name(path_)) {}

bool InputFile::is_directory() const {
  std::error_code ignored;
  return !is_standard_stream(path_) && std::filesystem::is_directory(path_, ignored);
}

Result<void> InputFile::open() {
  if (bytes_) return {};
  const Result<int> fd = open_input(path_);
  if (!fd) return tl::unexpected(fd.error());
  fd_ = *fd;
  mappable_ = size_to_map(fd_);
  auto plain = std::make_unique<PeekedBytes>(bytes_from(fd_, name_));
  const Result<Packing> packing = packing_in(*plain);
  if (!packing) return tl::unexpected(packing.error());
  if (*packing == Packing::kNone) {
    bytes_ = std::move(plain);
    return {};
  }
  mappable_ = 0;
  Result<std::unique_ptr<ByteSource>> content = unpacked(std::move(plain), *packing, name_);
  if (!content) return tl::unexpected(std::move(content.error()));
  bytes_ = std::make_unique<PeekedBytes>(std::move(*content));
  return {};
}

Result<std::string_view> InputFile::head(std::size_t size) {
  if (const Result<void> opened = open(); !opened) return tl::unexpected(opened.error());
  return bytes_->head(size);
}

Result<WholeFile> InputFile::whole() && {
  if (const Result<void> opened = open(); !opened) return tl::unexpected(opened.error());
  const auto bytes = std::move(bytes_);
  if (mappable_ != 0) return WholeFile::map(fd_, mappable_, name_);
  return WholeFile::read(*bytes, available_memory_bytes(), name_);
}

Result<std::unique_ptr<ByteSource>> InputFile::stream() && {
  if (const Result<void> opened = open(); !opened) return tl::unexpected(opened.error());
  return std::move(bytes_);
}

}  // namespace isolde
