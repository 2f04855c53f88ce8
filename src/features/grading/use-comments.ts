import { useState } from 'react'
import { plain } from '#shared/text.ts'
import type { Group } from './use-at-hand.ts'

/** What stands in a group's comment before anybody writes: what all of it was told already. */
function told(group: Group) {
  const [first] = group
  return first?.comment && group.every(({ comment }) => comment === first.comment) ? plain(first.comment) : ''
}

/** The comments that are being written, each for its group, of which some answers may leave meanwhile. */
export function useComments() {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const of = (group: Group) => group.map(({ _id }) => written[_id]).find((text) => text !== undefined) ?? told(group)
  const write = (group: Group, text: string) => setWritten({ ...written, ...Object.fromEntries(group.map(({ _id }) => [_id, text])) })
  return {
    of,
    write,
    /** Puts a kept comment behind what is written, once. */
    add: (group: Group, text: string) => {
      const now = of(group).trim()
      if (!now.includes(text)) write(group, now === '' ? text : `${now} ${text}`)
    },
    /** What goes with a grade: nothing when it stays as it was. */
    toSend: (group: Group) => {
      const now = of(group).trim()
      return now === told(group) ? undefined : now
    },
  }
}
