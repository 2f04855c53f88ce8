import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { questionLines } from './lines.ts'
import style from './LinesField.module.css'

/** Lines to import, and the name of their source. */
export type Chosen = { text: string; from: string }

type LinesFieldProps = { chosen: Chosen | null; busy: boolean; onChoose: (chosen: Chosen) => void }

/** Field for lines, which are pasted or come from a dropped or chosen file. */
export function LinesField({ chosen, busy, onChoose }: LinesFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (file: File) => {
    // A character takes up no more than four bytes.
    if (file.size > 4 * questionLines.characters)
      return setProblem(`${file.name} is larger than 2 MiB of text.`)
    setProblem(null)
    onChoose({ text: await file.text(), from: file.name })
  }
  return (
    <div className={`${style.lines} stack gap-3`}>
      <p>
        A CSV table with the columns <code>question</code> and <code>answer</code>, and optionally{' '}
        <code>hint</code>. An answer is a number or a few words.
      </p>
      <p>
        Or one question per line, as <code>{'{"question": "…", "answer": "…"}'}</code>. In this format, the
        answer ends with a line such as <code>#### 72</code>, which is the key; the lines before it become the
        hint.
      </p>
      <FileDrop
        label="File with questions"
        hint="Drop a .csv or .jsonl file here"
        chosen={chosen?.from ?? null}
        accept=".csv,.jsonl,.ndjson,.json,.txt,text/csv"
        busy={busy}
        onFile={(file) => void take(file)}
      />
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      <Paste busy={busy} onChoose={onChoose} />
    </div>
  )
}

function Paste({ busy, onChoose }: Omit<LinesFieldProps, 'chosen'>) {
  const [pasted, setPasted] = useState('')
  return (
    <details className={style.paste}>
      <summary>Or paste lines</summary>
      <Field label="Lines">
        {(wiring) => (
          <textarea
            {...wiring}
            rows={6}
            spellCheck={false}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
        )}
      </Field>
      <Button
        busy={busy}
        reason={pasted.trim() === '' ? 'Paste some lines first.' : null}
        onClick={() => onChoose({ text: pasted, from: 'Pasted lines' })}
      >
        Check the lines
      </Button>
    </details>
  )
}
