import type { Drawing } from '../../verdict.ts'
import { Content } from '#ui/Content.tsx'
import type { AnsweredPart } from '../given.ts'
import type { PartFields } from '../../../answering/fields.ts'
import { WorkPaper } from '../../../answering/drawing/WorkPaper.tsx'
import style from './Parts.module.css'

const nothing: Drawing = { text: '', strokes: [] }

/** Scratch paper to draw on, with a field to type in. Hidden in a review if the student left it empty. */
export function WorkPart({
  part,
  name,
  given,
  readOnly,
  describedBy,
  onChange,
}: PartFields<Extract<AnsweredPart, { kind: 'work' }>>) {
  const drawing = typeof given === 'string' ? nothing : given
  if (readOnly && drawing.strokes.length === 0 && drawing.text.trim() === '') return null
  return (
    <fieldset className={`${style.long} grid gap-2 wide shrinks`} aria-describedby={describedBy}>
      <legend className="visually-hidden">{name}</legend>
      {part.prompt.length > 0 && <Content nodes={part.prompt} />}
      <WorkPaper name={name} lines={part.lines} drawing={drawing} readOnly={readOnly} onChange={onChange} />
    </fieldset>
  )
}
