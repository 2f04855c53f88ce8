import { useEffect, useState } from 'react'
import { type EditOptions, useEdit } from '#web/use-edit.ts'

/**
 * Unsaved input, along with the record it is based on, so that saving it later still detects a colleague's
 * changes.
 */
type SavedDraft<R, D> = { base: R; draft: D }

/** Returns the input that this tab has stored under a name, or null. */
export function storedDraft<R, D>(name: string): SavedDraft<R, D> | null {
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as SavedDraft<R, D>)
  } catch {
    return null
  }
}

/**
 * Stores input in this tab, or removes the stored input if `saved` is null. Stored input survives a reload
 * and an expired sign-in.
 */
function storeDraft<R, D>(name: string, saved: SavedDraft<R, D> | null) {
  try {
    if (saved) sessionStorage.setItem(name, JSON.stringify(saved))
    else sessionStorage.removeItem(name)
  } catch {
    // The storage is full or disabled. Users are still warned before they leave the page.
  }
}

type StoredEditOptions<R, D> = Omit<EditOptions<R, D>, 'begun'> & {
  /** Returns the name under which unsaved input is stored. */
  nameOf: (record: R) => string
  isSame: (one: D, other: D) => boolean
}

/** Works like `useEdit`, but stores unsaved input in this tab and restores it after a reload. */
export function useStoredEdit<R, D extends object>(
  record: R,
  { nameOf, isSame, draftOf, words }: StoredEditOptions<R, D>,
) {
  const [stored] = useState(() => storedDraft<R, D>(nameOf(record)))
  const [wasRestored, setWasRestored] = useState(stored !== null)
  const edit = useEdit<R, D>(stored ? stored.base : record, { draftOf, words, begun: stored?.draft })
  const { base, draft } = edit
  const isChanged = !isSame(draft, draftOf(base))
  const name = nameOf(base)
  useEffect(() => storeDraft(name, isChanged ? { base, draft } : null), [name, isChanged, base, draft])
  const forget = () => storeDraft(name, null)
  return {
    ...edit,
    name,
    isChanged,
    isRestored: wasRestored && isChanged && !edit.error,
    forget,
    /** Uses the stored record as the new base. Anything typed during saving stays as unsaved input. */
    saved: (now: R) => {
      forget()
      edit.saved(now)
      setWasRestored(false)
    },
    discard: () => {
      setWasRestored(false)
      edit.set(draftOf(base))
    },
  }
}
