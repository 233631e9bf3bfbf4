/** What processor time is spent on, in the order of the table. */
export const kinds = [
  "signatures",
  "encryption",
  "hashes and MACs",
  "sockets and the event loop",
  "thread synchronisation",
  "SQLite",
  "fdatasync",
  "PostgreSQL driver",
  "JIT compilation",
  "garbage collection",
  "JSON",
  "V8's runtime",
  "Node's own JavaScript",
  "HTTP",
  "store code",
  "inspector",
  "application code",
  "malloc and free",
  "unclassified",
] as const;

export type Kind = (typeof kinds)[number];

/** What a thread was in the midst of when it was looked at. */
export interface Sample {
  readonly thread: string;
  /** The functions that called one another, the innermost first, named as `perf` names them. */
  readonly stack: readonly string[];
}

/** The kind of the innermost function that has one. */
export function kindOf({ thread, stack }: Sample): Kind {
  if (V8_WORKER.test(thread))
    return stack.some(compiles) ? "JIT compilation" : "garbage collection";
  for (const [depth, name] of stack.entries()) {
    const kind = kindOfFunction(name);
    if (kind !== undefined) return placeIn(stack, depth, kind);
  }
  if (stack.some((name) => RUNTIME.test(name))) return "V8's runtime";
  return MEMORY.test(stack[0] ?? "") ? "malloc and free" : "unclassified";
}

const V8_WORKER = /V8 ?Worker/i;

/** V8 runtime functions called from JavaScript count as V8's runtime; sockets and Node's JavaScript count for the driver that uses them. */
function placeIn(stack: readonly string[], depth: number, kind: Kind): Kind {
  const [inside, outside] = [stack.slice(0, depth), stack.slice(depth)];
  if (JAVASCRIPT.test(stack[depth] ?? "") && inside.some((name) => RUNTIME.test(name))) {
    return "V8's runtime";
  }
  return LENT.includes(kind) && isForDriver(outside) ? DRIVER : kind;
}

const JAVASCRIPT = /^JS:/;
const NODES_OWN = /^JS:.* node:/;
const DRIVER = "PostgreSQL driver";

/** Kinds that are attributed to their caller. */
const LENT: readonly Kind[] = ["sockets and the event loop", "Node's own JavaScript"];

/** Whether the driver is who called: the first that is not part of Node. */
function isForDriver(outside: readonly string[]): boolean {
  const caller = outside.find((name) => JAVASCRIPT.test(name) && !NODES_OWN.test(name));
  return caller !== undefined && kindOfFunction(caller) === DRIVER;
}

/** Undefined for functions that serve several kinds. */
function kindOfFunction(name: string): Kind | undefined {
  const rules = JAVASCRIPT.test(name) ? javascriptRules : nativeRules;
  return rules.find(([, names]) => names.test(name))?.[0];
}

type Rule = readonly [kind: Kind, names: RegExp];

/** Where a function of JavaScript was written. */
const javascriptRules: readonly Rule[] = [
  ["PostgreSQL driver", /\/node_modules\/(?:pg|postgres)[\w-]*\//],
  ["HTTP", /\/packages\/server\/src\/http\//],
  ["store code", /\/packages\/server\/src\/store\//],
  ["inspector", /\/packages\/server\/src\/inspector\//],
  ["Node's own JavaScript", NODES_OWN],
  ["application code", /file:\/\/|\.[cm]?[jt]s:/],
];

/** V8 also writes down the name of each function that it compiles, since we ask it to: with `fprintf`. */
const COMPILATIONS = anyOf(
  /[Cc]ompiler::|[Cc]ompilationJob|OptimizingCompile|TieringManager|Deoptimiz/,
  /maglev::|turboshaft|baseline::|PerfBasicLogger|^_+(?:v\w*)?printf|^_IO_|^_itoa|^__strchrnul/,
);

function compiles(name: string): boolean {
  return COMPILATIONS.test(name);
}

/** Functions of OpenSSL, SQLite, V8, libuv, the C library and Linux that serve a single kind of work. */
const nativeRules: readonly Rule[] = [
  ["V8's runtime", /^RegExp:|^Builtins_RunMicrotasks$/],
  // A signature begins with a random number, and SHA-512 is what makes that one.
  [
    "signatures",
    /ecdsa|ecp_nistz|ossl_ec_|rsaz?_|RSA_|^bn_|^BN_|DigestSign|crypto::Sign|[Ss][Hh][Aa]512/,
  ],
  ["encryption", /[Cc]ipher|gcm_|GCM|^aes|init_IV$|EVP_(?:En|De)crypt/],
  ["hashes and MACs", /sha256|SHA256|EVP_Digest|EVP_MAC|HMAC|crypto::H(?:ash|mac)|OneShotDigest/],
  ["fdatasync", /_sys_f(?:data)?sync$|^f(?:data)?sync$/],
  ["SQLite", /^sqlite3|node::sqlite::|_sys_(?:pread|pwrite|fcntl|ftruncate|fallocate|newfstat)/],
  [
    "thread synchronisation",
    anyOf(
      /_sys_futex|_sys_sched_yield|^eventfd_|^__futex_|lll_lock_|pthread_cond_/,
      /^uv_(?:async_send|cond_|mutex_)|^uv__(?:async_|queue_work|work_)|^worker$/,
    ),
  ],
  ["garbage collection", /Scaveng|MarkCompact|Marking|Sweep|CollectGarbage/],
  ["JIT compilation", COMPILATIONS],
  ["JSON", /Json(?:Parse|Stringif)|JSON(?:Parse|Stringify)/],
  [
    "sockets and the event loop",
    anyOf(
      /_sys_(?:epoll|read|write|recv|send|accept|close|shutdown|setsockopt|ioctl|io_uring)/,
      /^ksys_(?:read|write)|softirq|^tcp_|epoll_p?wait|llhttp/,
      /^uv_(?:run|write|try_write|hrtime)/,
      /^uv__(?:read|write|io_|stream|server|try_write|update_time|run_|accept|hrtime)/,
      /node::(?:LibuvStreamWrap|Stream(?:Base|Resource|Req)|TCPWrap|ConnectionWrap)/,
      /node::(?:EmitToJS|CustomBufferJS|SpinEventLoop)/,
    ),
  ],
];

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"));
}

/** What V8 does for JavaScript that is not compiled to do it itself. */
const RUNTIME = anyOf(
  /^v8::internal::(?:Runtime_|Builtin_|RegExp|IrregexpInterpreter|StringTable|Factory)/,
  /^v8::internal::(?:JSObject|LookupIterator|Keyed(?:Load|Store)IC|(?:Load|Store)IC)/,
);

/** The C library keeps no trace of who called it. */
const MEMORY =
  /^(?:_int_|__libc_)?(?:malloc|free|realloc|calloc)$|^cfree|^malloc_consolidate|^unlink_chunk|^alloc_perturb/;
