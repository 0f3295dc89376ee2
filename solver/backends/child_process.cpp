#include "solver/backends/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <sstream>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace isolde {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Runs in the child between fork and exec, so it calls only what is safe there.
[[noreturn]] void become(const char* path, char* const* arguments, int input, int output, pid_t parent,
                         std::optional<std::size_t> memory_bytes) {
  if (memory_bytes) {
    const rlimit limit{*memory_bytes, *memory_bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the child must not outlive the thread that waits for it
  if (::getppid() != parent) ::_exit(127);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);  // its messages are not for our users
  ::execv(path, arguments);
  ::_exit(127);
}

// False if it had to be killed.
bool wait_for(pid_t child, const std::function<bool()>& is_over) {
  useconds_t pause = 200;
  while (true) {
    const pid_t ended = ::waitpid(child, nullptr, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return true;
    if (is_over()) break;
    ::usleep(pause);
    pause = std::min<useconds_t>(2 * pause, 10'000);
  }
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
  return false;
}

std::string read_all(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[65536];
  for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, count);
  return text;
}

}  // namespace

std::optional<std::string> find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return std::nullopt;
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

// Uses files instead of pipes, so that writing the input and reading the output need not alternate.
std::optional<std::string> run_program(const std::string& path, const std::vector<std::string>& arguments,
                                       const std::string& input, std::optional<std::size_t> memory_bytes,
                                       const std::function<bool()>& is_over) {
  const File in(std::tmpfile());
  const File out(std::tmpfile());
  if (!in || !out) return std::nullopt;
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size()) return std::nullopt;
  std::rewind(in.get());
  std::string program = path;
  std::vector<std::string> texts = arguments;
  std::vector<char*> pointers{program.data()};
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const int in_number = ::fileno(in.get());
  const int out_number = ::fileno(out.get());
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) become(program.c_str(), pointers.data(), in_number, out_number, self, memory_bytes);
  if (!wait_for(child, is_over)) return std::nullopt;
  return read_all(out.get());
}

}  // namespace isolde
