import Testing

@testable import OffhandPlatform

/// The terminal of a session, as the login or logind says it.
struct VirtualTerminalTests {
  private let logind: TemporaryFolder

  init() throws {
    logind = try TemporaryFolder()
    for folder in ["users", "sessions"] { try Files.makeDirectory(logind.file(folder)) }
    try logind.write("NAME=kim\nSTATE=active\nDISPLAY=c2\nSESSIONS=c2 7\n", to: "users/1000")
    try logind.write("NAME=lee\nSTATE=active\nDISPLAY=\nSESSIONS=9\n", to: "users/1001")
    try logind.write("UID=1000\nACTIVE=1\nSEAT=seat0\nTTY=tty3\nVTNR=3\n", to: "sessions/c2")
    try logind.write("UID=1000\nACTIVE=1\nREMOTE=1\n", to: "sessions/7")
    try logind.write("UID=1000\nACTIVE=0\nSEAT=seat0\nVTNR=4\n", to: "sessions/8")
  }

  private func number(_ variables: [String: String], user: UInt32 = 1000) -> Int? {
    VirtualTerminal.number(of: user, with: variables, in: logind.path)
  }

  @Test func `the login's variable counts, then the session, then the user's graphical session`() {
    #expect(number(["XDG_VTNR": "2", "XDG_SESSION_ID": "8"]) == 2)
    #expect(number(["XDG_SESSION_ID": "8"]) == 4)
    // As in a unit of the user, and over a network.
    #expect(number([:]) == 3 && number(["XDG_SESSION_ID": "7"]) == 3)
  }

  @Test func `without a terminal that anybody knows there is none`() {
    #expect(number([:], user: 1001) == nil && number(["XDG_VTNR": "0", "XDG_SESSION_ID": "9"], user: 1002) == nil)
    #expect(VirtualTerminal.number(of: 1000, with: [:], in: "/nowhere") == nil)
  }
}
