import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { questionLines } from './rules.ts'
import style from './LinesField.module.css'

/** Lines to import, and where they come from. */
export type Chosen = { text: string; from: string }

type LinesFieldProps = { chosen: Chosen | null; busy: boolean; onChoose: (chosen: Chosen) => void }

/** Takes a file by drop or by choice, or lines that are pasted. */
export function LinesField({ chosen, busy, onChoose }: LinesFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (file: File | undefined) => {
    if (!file) return
    // A character of text has at most four bytes.
    if (file.size > 4 * questionLines.characters) return setProblem(`${file.name} is larger than 2 MiB of text.`)
    setProblem(null)
    onChoose({ text: await file.text(), from: file.name })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className={style.lines}>
      <p>
        One question a line, as <code>{'{"question": "…", "answer": "…"}'}</code>. The answer ends with a line <code>#### 72</code>, which
        is the key; the lines before it become the hint.
      </p>
      <div
        className={style.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden />
        <span>{chosen ? chosen.from : 'Drop a .jsonl file here'}</span>
        <Button busy={busy} onClick={() => picker.current?.click()}>
          {chosen ? 'Choose another file' : 'Choose a file'}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".jsonl,.ndjson,.json,.txt"
          hidden
          aria-label="File with question lines"
          onChange={({ target }) => {
            void take(target.files?.[0])
            // So that the same file, mended, can be chosen again.
            target.value = ''
          }}
        />
      </div>
      {problem && (
        <p className={style.problem} role="alert">
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
        {(wiring) => <textarea {...wiring} rows={6} spellCheck={false} value={pasted} onChange={({ target }) => setPasted(target.value)} />}
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
