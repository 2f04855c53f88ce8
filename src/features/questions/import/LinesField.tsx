import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { questionLines } from './lines.ts'
import style from './LinesField.module.css'

/** Lines to import, and the name of their source. */
export type SourceText = { text: string; from: string }

type LinesFieldProps = { chosen: SourceText | null; busy: boolean; onChoose: (chosen: SourceText) => void }

/** Field for the lines to import, which are pasted, or read from a dropped or chosen file. */
export function LinesField({ chosen, busy, onChoose }: LinesFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (file: File) => {
    // A character takes up at most four bytes.
    if (file.size > 4 * questionLines.characters)
      return setProblem(t('{file} has more than 2 MiB of text.', { file: file.name }))
    setProblem(null)
    onChoose({ text: await file.text(), from: file.name })
  }
  return (
    <div className={`${style.lines} stack gap-3`}>
      <p>
        <Sentence
          text="A CSV table with the columns {code} and {code2}, and optionally {code3}. An answer is a number or a few words."
          code={<code>{t('question')}</code>}
          code2={<code>{t('answer')}</code>}
          code3={<code>{t('hint')}</code>}
        />
      </p>
      <p>
        <Sentence
          text="Or one question per line, as {value}. In this format, the answer ends with a line such as {code}, which is the key. The lines before that become the hint."
          value={<code>{'{"question": "…", "answer": "…"}'}</code>}
          code={<code>#### 72</code>}
        />
      </p>
      <FileDrop
        label={t('File with questions')}
        hint={t('Drop a .csv or .jsonl file here')}
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
      <summary>{t('Or paste lines')}</summary>
      <TextAreaField label={t('Lines')} rows={6} spellCheck={false} value={pasted} onChange={setPasted} />
      <Button
        busy={busy}
        reason={pasted.trim() === '' ? t('Paste some lines first.') : null}
        onClick={() => onChoose({ text: pasted, from: t('Pasted lines') })}
      >
        {t('Check the lines')}
      </Button>
    </details>
  )
}
