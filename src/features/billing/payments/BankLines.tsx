import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { money } from '../amounts.ts'
import type { Family } from '../api.ts'
import style from '../Billing.module.css'
import type { BankLine } from './api.ts'

type BankLinesProps = {
  lines: readonly BankLine[]
  currency: string
  families: readonly Family[]
  onChoose: (line: number, payerId: string) => void
}

const words: Record<Exclude<BankLine['state'], 'alike'>, string> = {
  ready: 'Will be recorded',
  nobody: 'No family matches',
  known: 'Already recorded',
  out: 'Money paid out',
  wrong: 'This line can’t be read, or its date is in the future. Check the columns and the date order.',
}

const stateWords = ({ state, payer, recordedOn }: BankLine) =>
  state === 'alike'
    ? t(
        'Probably already recorded: {payer} paid the same amount on {day}. Choose the family to record it anyway.',
        { payer: payer ?? '', day: recordedOn ? dateInWords(recordedOn) : '' },
      )
    : t(words[state])

/**
 * Lines of a bank file, each with its payer or its state. A payer can be chosen for lines that match no
 * family or are probably already recorded.
 */
export function BankLines({ lines, currency, families, onChoose }: BankLinesProps) {
  return (
    <ul className="card" aria-label={t('Lines of the file')}>
      {lines.map((each) => {
        const { line, state, on, amount, text, payer, number } = each
        const isOpen = state === 'nobody' || state === 'alike'
        const isKnown = state === 'known' || state === 'alike'
        return (
          <li key={line} className={`${style.entry} stack gap-1 pad-2-4`}>
            <span className="cluster apart gap-1-3">
              <span className="bold">
                {state === 'ready' && number !== null
                  ? t('{payer}, invoice {number}', { payer, number })
                  : state === 'ready' || isKnown
                    ? payer
                    : stateWords(each)}
              </span>
              <span data-figures className={state === 'ready' ? 'bold' : 'quiet'}>
                {amount !== null && money(amount, currency)}
              </span>
            </span>
            <span className="fine-print breakable">
              {[on && dateInWords(on), text, isKnown && stateWords(each)].filter(Boolean).join(' · ')}
            </span>
            {isOpen && (
              <Field label={t('Payer for line {line}', { line })} required={false} marked={false}>
                {(wiring) => (
                  <select {...wiring} value="" onChange={({ target }) => onChoose(line, target.value)}>
                    <option value="">{t('Don’t record')}</option>
                    {families.map(({ payerId, payer: name }) => (
                      <option key={payerId} value={payerId}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
          </li>
        )
      })}
    </ul>
  )
}
