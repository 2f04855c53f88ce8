import { useState } from 'react'
import type { Group } from './use-current-group.ts'

/** Returns the initial comment of a group: the one that all of its answers already have. */
function told(group: Group) {
  const [first] = group
  return first?.comment && group.every(({ comment }) => comment === first.comment) ? first.comment : ''
}

/** Stores unsent comments by answer, since answers may leave a group while its comment is being written. */
export function useComments() {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const of = (group: Group) =>
    group.map(({ _id }) => written[_id]).find((text) => text !== undefined) ?? told(group)
  const write = (group: Group, text: string) =>
    setWritten({ ...written, ...Object.fromEntries(group.map(({ _id }) => [_id, text])) })
  return {
    of,
    write,
    /** Appends a saved comment, unless it is already there. */
    add: (group: Group, text: string) => {
      const now = of(group).trim()
      if (!now.includes(text)) write(group, now === '' ? text : `${now} ${text}`)
    },
    /** Returns the comment to send with a grade; undefined if it is unchanged. */
    toSend: (group: Group) => {
      const now = of(group).trim()
      return now === told(group) ? undefined : now
    },
  }
}
