import { useQuery } from "@tanstack/react-query";
import { Notice } from "../../components/notice.tsx";

/** Where the response that saved a provider leaves why users cannot sign in with it. */
export function problemKey(id: string): readonly string[] {
  return ["identity-provider-problem", id];
}

/** Why users cannot sign in with a provider that was just saved. It is not asked for again: the next save tells. */
export function ProviderProblem({ id }: { readonly id: string }) {
  const { data } = useQuery<string | null>({
    queryKey: problemKey(id),
    enabled: false,
    queryFn: () => null,
  });
  if (data === undefined || data === null) return null;
  return (
    <Notice tone="bad">
      <p role="status">{data}</p>
    </Notice>
  );
}
