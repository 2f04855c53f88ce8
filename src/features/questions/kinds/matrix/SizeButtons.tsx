import { Minus, Plus } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { maxLines, type Size } from './size.ts'

type SizeButtonsProps = { size: Size; onChange: (size: Size) => void }

/** Buttons that add and remove rows and columns. */
export const SizeButtons = ({ size, onChange }: SizeButtonsProps) => (
  <div className="cluster gap-4" role="group" aria-label={t('Size of the matrix')}>
    <Count
      text={t('Rows: {count}', { count: size.rows })}
      less={t('Remove row')}
      more={t('Add row')}
      count={size.rows}
      onChange={(rows) => onChange({ ...size, rows })}
    />
    <Count
      text={t('Columns: {count}', { count: size.columns })}
      less={t('Remove column')}
      more={t('Add column')}
      count={size.columns}
      onChange={(columns) => onChange({ ...size, columns })}
    />
  </div>
)

type CountProps = {
  text: string
  less: string
  more: string
  count: number
  onChange: (count: number) => void
}

const Count = ({ text, less, more, count, onChange }: CountProps) => (
  <span className="inline-row middle gap-1">
    <Button
      kind="quiet"
      icon={<Minus aria-hidden />}
      aria-label={less}
      reason={count > 1 ? null : t('At least one is needed.')}
      onClick={() => onChange(count - 1)}
    />
    <span className="tabular" aria-live="polite">
      {text}
    </span>
    <Button
      kind="quiet"
      icon={<Plus aria-hidden />}
      aria-label={more}
      reason={count < maxLines ? null : t('That’s the maximum.')}
      onClick={() => onChange(count + 1)}
    />
  </span>
)
