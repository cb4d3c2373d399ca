// The server's models, where it has any to show: one that was made without them is not asked for them.
import { useAnswer } from "../../api";
import type { Health, Settings } from "../../shapes";

export function useSettings(): Settings | undefined {
  const health = useAnswer<Health>("/health");
  return useAnswer<Settings>(health.data?.parts.models ? "/settings" : null).data;
}
