import type { OAuth2ClientInput } from "@latchkey/api";
import { useEffect, useRef } from "react";
import { type FormGroup, formGroups, isSet, isShown, sectionId } from "./client-form.ts";
import { useSectionInView } from "./use-section-in-view.ts";

/** Links to the groups of the form, in view while the form scrolls. Each says how many of its fields are set. */
export function SectionNav({ draft }: { readonly draft: OAuth2ClientInput }) {
  const current = useSectionInView(sectionIds);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the links are in one row, which scrolls by itself.
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 16;
  }, [current]);
  return (
    <nav ref={nav} className="section-nav" aria-label="Sections of the form">
      <ul>
        {formGroups.map((group) => (
          <li key={group.name}>
            <a
              href={`#${sectionId(group)}`}
              onClick={() => openSection(group)}
              {...(sectionId(group) === current && { "aria-current": "true" })}
            >
              {group.title}
              <SetCount
                count={
                  group.fields.filter((formed) => isShown(draft, formed) && isSet(draft, formed))
                    .length
                }
              />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sectionIds = formGroups.map(sectionId);

function SetCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="count">
      {count}
      <span className="visually-hidden"> set</span>
    </span>
  );
}

/** Opens the group where it is folded. The link then scrolls to it. */
function openSection(group: FormGroup): void {
  const section = document.getElementById(sectionId(group));
  if (section instanceof HTMLDetailsElement) section.open = true;
}
