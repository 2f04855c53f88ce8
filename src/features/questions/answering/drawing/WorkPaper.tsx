import type { Drawing } from '../../kinds/verdict.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Tools } from '../Tools.tsx'
import { useUndo } from '../use-undo.ts'
import { hasRoom, heightOf, withStroke } from './strokes.ts'
import { usePen } from './use-pen.ts'
import style from './WorkPaper.module.css'

type WorkPaperProps = {
  /** "Your work", or "Work" in a review. */
  name: string
  lines: number
  drawing: Drawing
  readOnly: boolean
  onChange: (drawing: Drawing) => void
}

const longest = 500

/** Scratch paper for pen, finger or mouse, with a text field for work that is easier to type. */
export function WorkPaper({ name, lines, drawing, readOnly, onChange }: WorkPaperProps) {
  const { text, strokes } = drawing
  const { change, undo, redo } = useUndo(strokes, (next) => onChange({ text, strokes: next }))
  const isFull = !hasRoom(strokes)
  const { ref, handlers } = usePen({
    strokes,
    height: heightOf(lines),
    resting: readOnly || isFull,
    onStroke: (stroke) => change(withStroke(drawing, stroke).strokes),
  })
  return (
    <div className="grid gap-2">
      {(!readOnly || strokes.length > 0) && (
        <canvas
          ref={ref}
          className={`${style.paper} ink rounded wide`}
          data-resting={readOnly || undefined}
          style={{ aspectRatio: String(1 / heightOf(lines)) }}
          role="img"
          aria-label={
            strokes.length === 0
              ? t('Scratch paper, empty')
              : t('Scratch paper with {strokes}', { strokes: counted(strokes.length, 'stroke') })
          }
          {...handlers}
        />
      )}
      {!readOnly && <Tools undo={undo} redo={redo} clear={strokes.length > 0 ? () => change([]) : null} />}
      {isFull && !readOnly && (
        <p className={style.full} role="status">
          {t('There is no room for more strokes. Undo one or clear the paper to continue.')}
        </p>
      )}
      {(!readOnly || text !== '') && (
        <textarea
          className={`${style.text} pad-2-3 surface rounded target wide`}
          rows={2}
          aria-label={t('{name} in words', { name })}
          placeholder={readOnly ? undefined : t('Or type your work here')}
          maxLength={longest}
          value={text}
          readOnly={readOnly}
          onChange={({ currentTarget: { value } }) => onChange({ text: value, strokes })}
        />
      )}
    </div>
  )
}
