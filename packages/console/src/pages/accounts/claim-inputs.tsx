import type { AccountClaims } from "@latchkey/api";
import { useState } from "react";
import { Fold } from "../../components/forms/fold.tsx";
import { SingleCheckbox } from "../../components/forms/choices.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { type ClaimField, type ClaimGroup, claimOf, hasClaims, withClaim } from "./claim-fields.ts";

interface ClaimsProps {
  readonly claims: AccountClaims;
  readonly onChange: (claims: AccountClaims) => void;
}

/** The inputs of a group of claims. What few accounts have is folded away until one of its claims is set. */
export function ClaimGroupFields({ group, ...form }: ClaimsProps & { readonly group: ClaimGroup }) {
  const [hadClaims] = useState(() => hasClaims(form.claims, group));
  const lead = (
    <p className="small quiet">
      Clients get these with the scope <code>{group.scope}</code>.
    </p>
  );
  const fields = (
    <div className="field-grid">
      {group.fields.map((field) => (
        <ClaimInput key={field.name} field={field} {...form} />
      ))}
    </div>
  );
  if (!group.advanced) {
    return (
      <fieldset className="group">
        <legend>{group.title}</legend>
        {lead}
        {fields}
      </fieldset>
    );
  }
  return (
    <Fold title={group.title} isOpen={hadClaims} fields={group.fields.map(inputName)}>
      {lead}
      {fields}
    </Fold>
  );
}

function ClaimInput({ field, claims, onChange }: ClaimsProps & { readonly field: ClaimField }) {
  const { label, hint, kind = "text" } = field;
  const value = claimOf(claims, field);
  const shared = { label, ...(hint !== undefined && { hint }) };
  if (kind === "boolean") {
    return (
      <SingleCheckbox
        {...shared}
        isSelected={value === true}
        onChange={(isSelected) => onChange(withClaim(claims, field, isSelected))}
      />
    );
  }
  return (
    <TextField
      {...shared}
      name={inputName(field)}
      value={typeof value === "string" ? value : ""}
      onChange={(typed) => onChange(withClaim(claims, field, typed))}
      lines={kind === "lines" ? 3 : 1}
    />
  );
}

/** By which an error of the server finds the input. */
function inputName({ name }: ClaimField): string {
  return name.replace("address.", "");
}
