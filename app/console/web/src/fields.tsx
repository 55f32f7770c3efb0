import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import { PlatenError } from "@sdk/errors.js";
import type { ErrorDetail } from "@sdk/gen/platen/api/v1/error_pb.js";
import { Icon } from "./icons";
import { operations, type Operations } from "./operations";

interface Faulty { details: ErrorDetail[]; shown: Set<ErrorDetail>; fix: ((patch: Operations) => void) | undefined }

/** The problems that a response reported for the surrounding form. */
export const Faults = createContext<Faulty | undefined>(undefined);

/** Parts of a page that show the problems of a response beside the values they concern, without being a form. */
export function Zone({ error, fix, children }: { error: unknown; fix?: (patch: Operations) => void; children: ComponentChildren }) {
  return <Faults.Provider value={{ details: error instanceof PlatenError ? error.details : [], shown: new Set(), fix }}>{children}</Faults.Provider>;
}

type FormProps = Omit<JSX.HTMLAttributes<HTMLFormElement>, "onSubmit"> & { error: unknown; onSubmit: () => void; fix?: (patch: Operations) => void; children: ComponentChildren };

/**
 * A form whose fields with a path show the problems that the last response reported for them, and the change that fixes them.
 * fix applies a patch to the form's values; without it nothing is offered.
 */
export function Form({ error, onSubmit, fix, children, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const faulty: Faulty = { details: error instanceof PlatenError ? error.details : [], shown: new Set(), fix };
  useEffect(() => { if (error) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(); }, [error]);
  return <Faults.Provider value={faulty}><form {...rest} ref={ref} onSubmit={(e) => { e.preventDefault(); onSubmit(); }}>{children}</form></Faults.Provider>;
}

/** What the surrounding form says about a path, with its fix; problems below the path count if deep is set. */
export function useFaults(path: string | undefined, deep = false): { details: ErrorDetail[]; fix: Faulty["fix"] } {
  const faulty = useContext(Faults);
  if (!faulty || path === undefined) return { details: [], fix: undefined };
  const details = faulty.details.filter((d) => d.path === path || (deep && d.path.startsWith(path + "/") && !faulty.shown.has(d)));
  for (const d of details) faulty.shown.add(d);
  return { details, fix: faulty.fix };
}

/** What a patch does, in few words. */
function said(patch: Operations): string {
  if (patch.length > 1) return "Apply the fix";
  const { op, value } = patch[0]!;
  if (op === "remove") return "Remove it";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 32 ? `Change it to “${text.slice(0, 30)}…”` : `Set it to ${text}`;
}

/** Faults beside their field, each with its fix. */
export function Wrong({ id, details, fix }: { id?: string; details: ErrorDetail[]; fix?: ((patch: Operations) => void) | undefined }) {
  if (details.length === 0) return null;
  return (
    <div class="field-error" id={id}>
      {details.map((d) => {
        const patch = operations(d.fixPatch);
        return <p key={d.path + d.message}><Icon name="warning" /><span>{d.message}</span>{fix && patch.length > 0 && <button type="button" class="button small" data-test="fix-field" onClick={() => fix(patch)}><Icon name="wand" />{said(patch)}</button>}</p>;
      })}
    </div>
  );
}

interface Control { id: string; "aria-describedby"?: string; "aria-invalid"?: true }

/** A label with its control; the control gets its id, the hint as description, and the faults that the form found at path. */
export function Field({ label, hint, path, deep, children }: { label: ComponentChildren; hint?: ComponentChildren; path?: string; deep?: boolean; children: (control: Control) => ComponentChildren }) {
  const id = useId();
  const { details, fix } = useFaults(path, deep);
  const about = [details.length > 0 && id + "f", hint && id + "h"].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(about ? { "aria-describedby": about } : {}), ...(details.length > 0 ? { "aria-invalid": true as const } : {}) })}
      <Wrong id={id + "f"} details={details} fix={fix} />
      {hint && <p class="hint" id={id + "h"}>{hint}</p>}
    </div>
  );
}
