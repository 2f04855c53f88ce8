import { counted, listed } from '#shared/text.ts'

export type DueKind = 'prospect' | 'former'

const dueWords: Record<DueKind, string> = { prospect: 'prospect', former: 'former student' }

/** Counts the people due: `3 prospects and 1 former student`; empty if there is nobody. */
export const dueInWords = (due: readonly { kind: DueKind }[]) =>
  listed(
    (['prospect', 'former'] as const)
      .map((kind) => ({ kind, count: due.filter((each) => each.kind === kind).length }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => counted(count, dueWords[kind])),
  )
