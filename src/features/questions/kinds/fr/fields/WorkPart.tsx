import type { Drawing } from '../../verdict.ts'
import { Content } from '#ui/Content.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { AnsweredPart } from '../given.ts'
import type { PartFields } from '../../../answering/fields.ts'
import { useLazyParts } from '../../../answering/use-lazy-parts.ts'
import style from './Parts.module.css'

type WorkPartProps = PartFields<Extract<AnsweredPart, { kind: 'work' }>>

export const loadPaper = () => import('../../../answering/drawing/WorkPaper.tsx')

const nothing: Drawing = { text: '', strokes: [] }

/** Scratch paper to draw on, with a field to type in. Shows nothing later if it was left empty. */
export function WorkPart({ part, name, given, readOnly, describedBy, onChange }: WorkPartProps) {
  const { ready, failed, again } = useLazyParts(loadPaper)
  const drawing = typeof given === 'string' ? nothing : given
  if (readOnly && drawing.strokes.length === 0 && drawing.text.trim() === '') return null
  return (
    <fieldset className={`${style.long} grid gap-2 wide shrinks`} aria-describedby={describedBy}>
      <legend className="visually-hidden">{name}</legend>
      {part.prompt.length > 0 && <Content nodes={part.prompt} />}
      {ready ? (
        <ready.WorkPaper lines={part.lines} drawing={drawing} readOnly={readOnly} onChange={onChange} />
      ) : failed ? (
        <ErrorState title="The paper didn’t load." message="You can answer without it." onRetry={again} />
      ) : (
        <Skeleton label="Loading the paper" lines={6} />
      )}
    </fieldset>
  )
}
