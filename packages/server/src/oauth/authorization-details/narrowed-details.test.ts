import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type NarrowedDetails,
  narrowedDetailsOf,
  nextNarrowedDetails,
} from "./narrowed-details.ts";

const one = [{ type: "payment", amount: 1 }];
const two = [{ type: "payment", amount: 2 }];
const three = [{ type: "payment", amount: 3 }];

describe("the details of access tokens that have fewer than were granted", () => {
  /** What generation 7 had, what generation 8 gets at 1 000, and what is stored then. */
  const cases: [string, NarrowedDetails | undefined, object, NarrowedDetails | undefined][] = [
    ["nothing is narrowed", undefined, {}, undefined],
    ["the first to be narrowed", undefined, { list: one }, { list: one }],
    ["of a resource", undefined, { list: one, until: 1_060 }, { list: one, until: 1_060 }],
    ["of all resources, which ends with its generation", { list: one }, {}, undefined],
    [
      "of a resource, which does not",
      { list: one, until: 1_001 },
      { list: two },
      { list: two, earlier: [{ generation: 7, list: one, until: 1_001 }] },
    ],
    [
      "of a resource, before a token with all details",
      { list: one, until: 1_001 },
      { until: 1_060 },
      { earlier: [{ generation: 7, list: one, until: 1_001 }] },
    ],
    ["of a resource, expired", { list: one, until: 1_000 }, { list: two }, { list: two }],
    [
      "of an earlier generation",
      { list: two, until: 1_002, earlier: [{ generation: 3, list: three, until: 1_001 }] },
      {},
      {
        earlier: [
          { generation: 3, list: three, until: 1_001 },
          { generation: 7, list: two, until: 1_002 },
        ],
      },
    ],
  ];
  for (const [title, narrowed_details, next, expected] of cases) {
    it(title, () => {
      const stored = nextNarrowedDetails({ generation: 7, narrowed_details }, next, 1_000);
      assert.deepEqual(stored, expected);
    });
  }

  it("are found by generation", () => {
    const earlier = [{ generation: 3, list: three, until: 1_001 }];
    const grant = { generation: 8, narrowed_details: { list: one, earlier } };
    assert.equal(narrowedDetailsOf(grant, 8), one);
    assert.equal(narrowedDetailsOf(grant, 3), three);
    assert.equal(narrowedDetailsOf(grant, 4), undefined);
  });

  it("are bounded: the oldest are dropped", () => {
    let narrowed_details: NarrowedDetails | undefined;
    for (let generation = 0; generation < 40; generation += 1) {
      const next = { list: one, until: 2_000 };
      narrowed_details = nextNarrowedDetails({ generation, narrowed_details }, next, 1_000);
    }
    assert.equal(narrowed_details?.earlier?.length, 16);
    assert.equal(narrowed_details.earlier[0]?.generation, 24);
  });
});
