import Offhand
import OffhandPlatform
import Testing

@testable import OffhandBenchmarks

/// Recognizers in shared libraries, compiled from C.
struct RecognizerPluginTests {
  private static let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// Compiles the C file at `source` as a shared library in `folder`; returns its path.
  private func compile(_ source: String, in folder: TemporaryFolder) throws -> String {
    let library = folder.file("recognizer.so")
    _ = try MeasuredProcess.run([
      "cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source, "-I",
      "\(Self.checkout)/Sources/COffhandBench/include",
    ])
    return library
  }

  /// A table in C with some members changed.
  private func table(_ changes: String, in folder: TemporaryFolder) throws -> String {
    try folder.write(
      """
      #include <offhand-bench.h>
      static int instance;
      static int64_t due = -1;
      static struct offhand_bench_event event;
      static bool has_event, endless_events, endless_deadlines;
      static void *create(double width, double height) { return width > 0 && height > 0 ? &instance : (void *)0; }
      static void destroy(void *i) { (void)i; }
      static void process(void *i, const struct offhand_bench_frame *f) {
        (void)i;
        for (size_t n = 0; n < f->touch_count; n++) {
          if (f->touches[n].phase == OFFHAND_BENCH_DOWN) due = f->time + 50000000;
          if (f->touches[n].phase == OFFHAND_BENCH_UP) due = -1;
        }
      }
      static const struct offhand_bench_event *next(void *i) {
        (void)i;
        if (!has_event && !endless_events) return 0;
        has_event = false;
        return &event;
      }
      static bool deadline(void *i, int64_t *time) { (void)i; *time = endless_deadlines ? 1 : due; return endless_deadlines || due >= 0; }
      static void advance(void *i, int64_t time) {
        (void)i;
        if (time != due) return;
        event.gesture = 0, event.state = OFFHAND_BENCH_RECOGNIZED, event.time = time, has_event = true, due = -1;
      }
      const struct offhand_bench_recognizer *offhand_bench_recognizer(void) {
        static const char *names[] = {"long-press", 0};
        static struct offhand_bench_recognizer table;
        table.size = sizeof table, table.name = "test", table.gestures = names, table.create = create;
        table.destroy = destroy, table.process = process, table.next = next;
        table.deadline = deadline, table.advance = advance;
        (void)names, (void)create, (void)destroy, (void)process, (void)next, (void)deadline, (void)advance;
        \(changes)
        return &table;
      }
      """, to: "table.c")
    return try compile(folder.file("table.c"), in: folder)
  }

  private func refusal(_ changes: String) throws -> String? {
    let folder = try TemporaryFolder()
    let library = try table(changes, in: folder)
    do {
      _ = try BenchmarkSubject(plugin: library)
      return nil
    } catch {
      let text = "\(error)"
      return text.hasPrefix("\(library): ") ? String(text.dropFirst(library.count + 2)) : text
    }
  }

  @Test func `the example recognizes every tap in the frame of its lift`() throws {
    let folder = try TemporaryFolder()
    let library = try compile("\(Self.checkout)/Sources/Examples/c/recognizer.c", in: folder)
    let subject = try BenchmarkSubject(plugin: library)
    #expect(subject.name == "taps in C")
    let workload = Workload.gestures(rate: 120, size: RecognizerBenchmark.bounds.size, repetitions: 10)
    func kinds(_ subject: BenchmarkSubject) -> [DecisionResult.Kind] {
      func run(_ pipeline: some GesturePipeline) -> DecisionResult { DecisionBenchmark.run(pipeline, on: workload) }
      return run(subject.make(RecognizerBenchmark.bounds)).kinds
    }
    let judged = kinds(subject).filter { $0.isJudged }
    let tap = try #require(judged.first { $0.name == "tap" })
    #expect(Set(judged.map(\.recognizer)) == ["tap"])
    #expect(tap.misses == 0 && tap.latencies.count == 10)
    let alone = try #require(BenchmarkSubject.named("tap"))
    #expect(tap.latencies == kinds(alone).first { $0.name == "tap" }?.latencies)
  }

  @Test func `deadlines are served in time and before the next frame`() throws {
    let folder = try TemporaryFolder()
    let subject = try BenchmarkSubject(plugin: try table("", in: folder))
    var builder = WorkloadBuilder(name: "holds", rate: 100, seed: 1)
    for _ in 0..<5 {
      builder.add(
        "hold", expected: "long-press", decidable: 0.05,
        [FingerPath(landing: 0, lift: 0.5) { _ in Point(x: 20, y: 40) }])
    }
    let workload = builder.workload
    func run(_ pipeline: some GesturePipeline) -> DecisionResult { DecisionBenchmark.run(pipeline, on: workload) }
    let kind = try #require(run(subject.make(RecognizerBenchmark.bounds)).kinds.first)
    #expect(kind.misses == 0)
    #expect(kind.latencies.count == 5)
    #expect(kind.latencies.allSatisfy { abs($0) <= 10 })
  }

  @Test(arguments: ["events", "deadlines"])
  func `events or deadlines that never end are an error`(kind: String) throws {
    let folder = try TemporaryFolder()
    let library = try table("endless_\(kind) = true;", in: folder)
    var benchmark = RecognizerBenchmark(subjects: [try BenchmarkSubject(plugin: library)])
    benchmark.rates = [120]
    benchmark.repetitions = 1
    let error = #expect(throws: BenchFault.self) { try benchmark.run() }
    let reason = kind == "events" ? "its events do not end" : "a deadline stays at 1 ns"
    #expect(error?.description == "\(library): \(reason)")
  }

  @Test func `a table that cannot be used is refused with the reason`() throws {
    #expect(try refusal("") == nil)
    #expect(try refusal("table.size = 8;")?.hasPrefix("the table's size is 8, not sizeof") == true)
    #expect(try refusal("table.name = 0;") == "the table's name has not 1 to 31 bytes")
    #expect(try refusal("table.process = 0;") == "create, destroy, process or next is NULL")
    #expect(try refusal("table.advance = 0;") == "of deadline and advance one is NULL; both or neither may be")
    #expect(try refusal("names[0] = 0;") == "the table has no gestures")
    #expect(
      try refusal("names[0] = \"\";") == "the gesture '': a name has at least one character")
    #expect(try refusal("return 0;") == "offhand_bench_recognizer() returns NULL")
  }

  @Test func `a file that is no shared library is refused, and one without the function`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: BenchFault.self) { try BenchmarkSubject(plugin: folder.file("none.so")) }
    try folder.write("int other(void); int other(void) { return 1; }", to: "other.c")
    let library = try compile(folder.file("other.c"), in: folder)
    let error = #expect(throws: BenchFault.self) { try BenchmarkSubject(plugin: library) }
    #expect(error?.description == "\(library) exports no function 'offhand_bench_recognizer'")
  }
}
