#include "frontends/formats/file.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>

#include "base/files/file.hpp"

namespace isolde {
namespace {

// Chosen, not measured.
constexpr std::size_t kForgetAt = std::size_t{4} << 20;  // the step in which pages are given back
constexpr std::size_t kFirstRoom = std::size_t{1} << 16;

}  // namespace

Result<WholeFile> WholeFile::map(int fd, std::size_t size, const std::string& name) {
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) return system_error(name, "cannot be mapped");
  ::madvise(data, size, MADV_SEQUENTIAL);
  return WholeFile(static_cast<char*>(data), size, true);
}

// realloc moves pages instead of copying them, so what is large is never held twice.
Result<WholeFile> WholeFile::read(ByteSource& bytes, std::size_t limit, const std::string& name) {
  WholeFile file(nullptr, 0, false);
  for (std::size_t room = 0;;) {
    if (file.size_ == room) {
      room = std::max(kFirstRoom, 2 * room);
      void* bigger = std::realloc(file.data_, room);
      if (bigger == nullptr) return environment_error(name, "there is not enough memory to hold the file");
      file.data_ = static_cast<char*>(bigger);
    }
    const Result<std::size_t> got = bytes.read(file.data_ + file.size_, room - file.size_);
    if (!got) return tl::unexpected(got.error());
    if (*got == 0) return file;
    file.size_ += *got;
    if (file.size_ > limit)
      return environment_error(
          name, fmt::format("there is not enough memory to hold the file, which has more than {} "
                            "MiB when it is read as a whole",
                            limit >> 20));
  }
}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      is_mapped_(other.is_mapped_),
      forgotten_(other.forgotten_) {}

WholeFile& WholeFile::operator=(WholeFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(is_mapped_, other.is_mapped_);
  std::swap(forgotten_, other.forgotten_);
  return *this;
}

WholeFile::~WholeFile() {
  if (!is_mapped_)
    std::free(data_);
  else if (data_ != nullptr)
    ::munmap(data_, size_);
}

// A mapping comes back from the disk if it is looked at again; allocated memory would not.
void WholeFile::forget_before(std::size_t offset) {
  offset -= offset % kForgetAt;
  if (!is_mapped_ || offset <= forgotten_) return;
  ::madvise(data_ + forgotten_, offset - forgotten_, MADV_DONTNEED);
  forgotten_ = offset;
}

}  // namespace isolde
