import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Kind, kindOf } from "./kinds.ts";

const LOOP = ["uv__io_poll", "uv_run", "node::SpinEventLoopInternal"];
const RECEIVE = "JS:*receive file:///srv/packages/server/src/http/fast-lane.ts:61:19";
const DECIDE = "JS:*decideRefresh file:///srv/packages/server/src/oauth/refresh.ts:20:8";
const DRIVER = "JS:*write file:///srv/node_modules/pg/lib/connection.js:255:3";
const SOCKET = "JS:+Socket._writeGeneric node:net:1293:42";

/** What the main thread does when these functions called one another, the innermost first. */
function kindOfMain(...stack: readonly string[]): Kind {
  return kindOf({ thread: "node-MainThread", stack });
}

describe("the kind of a function", () => {
  const table: readonly (readonly [Kind, ...string[]])[] = [
    ["signatures", "ecp_nistz256_point_double", "rsaz_avx2_sqr", "bn_mul_mont", "RSA_private_enc"],
    ["signatures", "sha512_block_data_order_avx2"],
    ["encryption", "aesni_ctr32_encrypt_blocks", "gcm_ghash_avx", "EVP_EncryptUpdate"],
    ["hashes and MACs", "sha256_block_data_order_shaext", "node::crypto::Hash::OneShotDigest"],
    ["hashes and MACs", "HMAC_Init_ex", "EVP_MAC_update"],
    ["sockets and the event loop", "__x64_sys_epoll_pwait", "__arm64_sys_write", "ksys_read"],
    ["sockets and the event loop", "tcp_sendmsg", "uv__read", "llhttp__internal_execute"],
    ["thread synchronisation", "__x64_sys_futex", "__arm64_sys_futex", "eventfd_write"],
    ["thread synchronisation", "pthread_cond_signal@@GLIBC_2.3.2", "uv__work_done"],
    ["SQLite", "sqlite3VdbeExec", "node::sqlite::StatementSync::Run", "__arm64_sys_pwrite64"],
    ["fdatasync", "__x64_sys_fdatasync", "__arm64_sys_fsync", "fdatasync"],
    ["PostgreSQL driver", DRIVER],
    ["JIT compilation", "v8::internal::maglev::MaglevGraphBuilder::Build", "__vfprintf_internal"],
    ["JIT compilation", "v8::internal::compiler::PipelineImpl::OptimizeTurbofanGraph"],
    ["garbage collection", "v8::internal::ScavengerCollector::CollectGarbage"],
    ["JSON", "v8::internal::JsonParser<unsigned char>::ParseJson", "Builtins_JsonStringify"],
    ["V8's runtime", "RegExp:^[a-z]*cipher$", "Builtins_RunMicrotasks"],
    ["V8's runtime", "v8::internal::Runtime_GetProperty"],
    ["Node's own JavaScript", "JS:*ecdsaSignVerify node:internal/crypto/ec:230:25"],
    ["HTTP", RECEIVE],
    ["store code", "JS:*find file:///srv/packages/server/src/store/sqlite.ts:9:1"],
    ["inspector", "JS:^note file:///srv/packages/server/src/inspector/ring.ts:9:1"],
    ["application code", DECIDE, "JS:*dispatch /srv/node_modules/koa-compose/index.js:35:22"],
    ["malloc and free", "malloc", "_int_malloc", "cfree@GLIBC_2.2.5", "realloc"],
    ["unclassified", "[unknown]", "do_syscall_64", "pthread_mutex_lock@@GLIBC_2.2.5"],
  ];
  for (const [kind, ...names] of table) {
    for (const name of names) {
      it(`${name} → ${kind}`, () => assert.equal(kindOfMain(name, "[unknown]"), kind));
    }
  }
});

describe("the kind of a stack", () => {
  const table: readonly (readonly [string, Kind, readonly string[]])[] = [
    ["is that of its innermost function", "SQLite", ["sqlite3_step", DECIDE, RECEIVE, ...LOOP]],
    [
      "skips functions without a kind",
      "application code",
      ["[unknown]", "memmove", DECIDE, RECEIVE],
    ],
    ["attributes malloc to its caller", "HTTP", ["malloc", "[unknown]", RECEIVE, ...LOOP]],
    ["attributes a lock to its caller", "SQLite", ["pthread_mutex_lock", "sqlite3_step", DECIDE]],
    [
      "is V8's where JavaScript lets V8 do it",
      "V8's runtime",
      ["memmove", "v8::internal::Runtime_CreateObjectLiteral", DECIDE, RECEIVE],
    ],
    [
      "is not V8's runtime inside JSON",
      "JSON",
      ["v8::internal::Factory::NewJSObject", "v8::internal::JsonParser::ParseJson", DECIDE],
    ],
    [
      "ignores V8 frames outside the function",
      "application code",
      [DECIDE, "v8::internal::Runtime_Call", ...LOOP],
    ],
    [
      "is the driver's where it writes to a socket",
      "PostgreSQL driver",
      ["tcp_sendmsg", "__x64_sys_write", "uv__try_write", SOCKET, DRIVER, DECIDE],
    ],
    ["is the driver's where Node prepares that", "PostgreSQL driver", [SOCKET, DRIVER, DECIDE]],
    [
      "is not the driver's where whom it called back writes",
      "sockets and the event loop",
      ["tcp_sendmsg", SOCKET, RECEIVE, DRIVER, ...LOOP],
    ],
    [
      "is not the driver's where Node workloads for others",
      "Node's own JavaScript",
      [SOCKET, RECEIVE, DRIVER, ...LOOP],
    ],
  ];
  for (const [sentence, kind, stack] of table) {
    it(sentence, () => assert.equal(kindOfMain(...stack), kind));
  }
});

describe("the threads of V8", () => {
  for (const [name, kind] of [
    ["v8::internal::compiler::LoadElimination::Reduce", "JIT compilation"],
    ["v8::internal::ConcurrentMarking::RunMajor", "garbage collection"],
    ["__x64_sys_futex", "garbage collection"],
  ] as const) {
    it(`${name} → ${kind}`, () => {
      const stack = ["memmove", name, "start_thread"];
      assert.equal(kindOf({ thread: "node-V8Worker", stack }), kind);
    });
  }

  it("leave the threads of libuv alone", () => {
    const stack = ["__x64_sys_futex", "uv_cond_wait", "worker", "start_thread"];
    assert.equal(kindOf({ thread: "libuv-worker", stack }), "thread synchronisation");
  });
});
