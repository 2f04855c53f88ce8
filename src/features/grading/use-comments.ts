import { useState } from 'react'
import { useAuthor } from './use-author.ts'
import type { Group } from './use-current-group.ts'

/**
 * Returns the initial comment of a group: the one that all of its answers already have, or an empty string.
 */
function storedComment(group: Group) {
  const [first] = group
  return first?.comment && group.every(({ comment }) => comment === first.comment) ? first.comment : ''
}

type UnsentComments = Readonly<Record<string, string>>

/**
 * Comments that aren't sent yet, by author and answer. They are kept when the filter changes, or when a
 * tablet returns to its start page, but other people who use the tablet don't see or send them.
 */
const unsent = new Map<string, UnsentComments>()

/** Stores unsent comments by answer, since answers may leave a group while its comment is being written. */
export function useComments() {
  const { author } = useAuthor()
  const [written, setWritten] = useState(unsent.get(author) ?? {})
  const of = (group: Group) =>
    group.map(({ _id }) => written[_id]).find((text) => text !== undefined) ?? storedComment(group)
  const write = (group: Group, text: string) => {
    const texts = Object.fromEntries(group.map(({ _id }) => [_id, text]))
    unsent.set(author, { ...unsent.get(author), ...texts })
    setWritten({ ...written, ...texts })
  }
  return {
    of,
    write,
    /** Appends a saved comment, unless the group's comment already contains it. */
    add: (group: Group, text: string) => {
      const now = of(group).trim()
      if (!now.includes(text)) write(group, now === '' ? text : `${now} ${text}`)
    },
    /** Returns the comment to send with a grade; undefined if it is unchanged. */
    toSend: (group: Group) => {
      const now = of(group).trim()
      return now === storedComment(group) ? undefined : now
    },
    /** Forgets comments that were sent. This screen still has them, so an undo brings them back. */
    sent: (answers: readonly { _id: string }[]) => {
      const ids = new Set(answers.map(({ _id }) => _id))
      const rest = Object.entries(unsent.get(author) ?? {}).filter(([id]) => !ids.has(id))
      unsent.set(author, Object.fromEntries(rest))
    },
  }
}
