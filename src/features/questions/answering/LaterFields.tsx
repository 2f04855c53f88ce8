import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Fields } from './fields.ts'
import { later, useLazyParts } from './use-lazy-parts.ts'

/** Graph paper, loaded when a question needs it. The fields below work the same way. */
export function LaterGraph(props: Fields<'graph'>) {
  const { ready, failed, again } = useLazyParts(later.graph)
  return ready ? (
    <ready.GraphPaper {...props} />
  ) : (
    <Coming what="graph paper" lines={10} failed={failed} again={again} />
  )
}

export function LaterChoices(props: Fields<'mc'>) {
  const { ready, failed, again } = useLazyParts(later.choices)
  return ready ? (
    <ready.ChoiceFields {...props} />
  ) : (
    <Coming what="choices" lines={4} failed={failed} again={again} />
  )
}

export function LaterSentence(props: Fields<'sentence'>) {
  const { ready, failed, again } = useLazyParts(later.sentence)
  return ready ? (
    <ready.SentenceFields {...props} />
  ) : (
    <Coming what="lines" lines={4} failed={failed} again={again} />
  )
}

function Coming({
  what,
  lines,
  failed,
  again,
}: {
  what: string
  lines: number
  failed: boolean
  again: () => void
}) {
  if (!failed) return <Skeleton label={`Loading the ${what}`} lines={lines} />
  return (
    <ErrorState
      title={`The ${what} didn’t load.`}
      message="Continue with the next question and come back to this one later."
      onRetry={again}
    />
  )
}
