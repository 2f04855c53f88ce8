import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { csvLimits, readCsv } from '#shared/csv.ts'
import { translateSentence, t } from '#shared/language.ts'
import { badText } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { read, useSend } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { toast } from '#web/toast.tsx'
import { money } from '../amounts.ts'
import { billing } from '../api.ts'
import { useBillingChange } from '../use-billing-change.ts'
import { payments } from './api.ts'
import type { DateOrder } from '#shared/read-day.ts'
import { BankLines } from './BankLines.tsx'
import { decodeText } from '#web/decode-text.ts'

type ChosenFile = { name: string; csv: string; titles: string[] }
type Columns = { date: number; amount: number; text: number }

/** Returns the text of a file with its column titles, or the reason why it can't be read. */
async function chosenFrom(file: File): Promise<{ chosen: ChosenFile } | { problem: string }> {
  if (file.size > 2 * csvLimits.characters)
    return {
      problem: t('{name} is too large. Choose a file with at most 1 MiB of text.', { name: file.name }),
    }
  const csv = decodeText(new Uint8Array(await file.arrayBuffer()))
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\ufeff/, '')
  const { rows, errors } = readCsv(csv)
  const [error] = errors
  if (badText(csv)) return { problem: t('{name} isn’t a CSV file.', { name: file.name }) }
  if (error)
    return {
      problem: t('Line {line} of {name} {message}.', {
        line: error.line,
        name: file.name,
        message: translateSentence(error.message),
      }),
    }
  return { chosen: { name: file.name, csv, titles: rows[0]?.cells ?? [] } }
}

const guesses: Record<keyof Columns, RegExp> = {
  date: /date|datum|day/i,
  amount: /amount|betrag|credit|value|paid in/i,
  text: /description|text|reference|memo|details|name|purpose/i,
}

/** Returns the most likely columns, based on their titles. */
function guessColumns(titles: readonly string[]): Columns {
  const at = (name: keyof Columns, otherwise: number) => {
    const found = titles.findIndex((title) => guesses[name].test(title))
    return found < 0 ? Math.min(otherwise, titles.length - 1) : found
  }
  return { date: at('date', 0), amount: at('amount', 1), text: at('text', 2) }
}

type BankSheetProps = { centerId: string; month: string; onClose: () => void }

/** Holds the state of the sheet: the file, its columns, the checked lines and the payer of each line. */
function useBankFile({ centerId, onClose }: Pick<BankSheetProps, 'centerId' | 'onClose'>) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [columns, setColumns] = useState<Columns>({ date: 0, amount: 1, text: 2 })
  const [dateOrder, setDateOrder] = useState<DateOrder>('month first')
  const [choices, setChoices] = useState<{ line: number; payerId: string }[]>([])
  const changed = useBillingChange()
  const check = useSend(payments.bank, { onError: () => {} })
  const record = useSend(payments.bank, {
    onSuccess: ({ recorded, total, currency }) => {
      toast(
        recorded === 1
          ? t('1 payment recorded, {amount}.', { amount: money(total, currency) })
          : t('{recorded} payments recorded, {amount}.', { recorded, amount: money(total, currency) }),
      )
      void changed()
      onClose()
    },
    onError: () => {},
  })
  const inputOf = (input: { dryRun: boolean }, chosen = choices) =>
    ({ centerId, csv: file?.csv ?? '', columns, dateOrder, choices: chosen, ...input }) as const
  const take = async (chosen: File) => {
    const outcome = await chosenFrom(chosen)
    check.reset()
    setChoices([])
    setProblem('problem' in outcome ? outcome.problem : null)
    setFile('chosen' in outcome ? outcome.chosen : null)
    if ('chosen' in outcome) setColumns(guessColumns(outcome.chosen.titles))
  }
  const choose = (line: number, payerId: string) => {
    const next = [...choices.filter((each) => each.line !== line), ...(payerId ? [{ line, payerId }] : [])]
    setChoices(next)
    check.mutate(inputOf({ dryRun: true }, next))
  }
  const changeColumns = (next: Columns) => {
    setColumns(next)
    check.reset()
  }
  const changeOrder = (next: DateOrder) => {
    setDateOrder(next)
    check.reset()
  }
  return {
    file,
    problem,
    columns,
    dateOrder,
    check,
    record,
    ask: inputOf,
    take,
    choose,
    changeColumns,
    changeOrder,
  }
}

/**
 * Sheet for importing payments from a bank's CSV file: the user chooses the columns, checks the lines, and
 * records the payments.
 */
export function BankSheet({ centerId, month, onClose }: BankSheetProps) {
  const bank = useBankFile({ centerId, onClose })
  const { file, problem, columns, dateOrder, check, record } = bank
  const { data: known } = useQuery(read(billing.families, { centerId, month }))
  const error = record.error ?? check.error
  const ready = check.data?.lines.filter(({ state }) => state === 'ready').length ?? 0
  return (
    <SideSheet title={t('Import bank file')} size="44rem" onClose={onClose}>
      <div className="stack gap-4">
        <p>
          {t('Use a CSV file from your bank. Importing the same file again doesn’t count payments twice.')}
        </p>
        <FileDrop
          label={t('File from the bank')}
          hint={t('Drop a .csv file here')}
          chosen={file?.name ?? null}
          accept=".csv,.txt,text/csv"
          onFile={(chosen) => void bank.take(chosen)}
        />
        {problem && (
          <p role="alert" className="error-text">
            {problem}
          </p>
        )}
        {file && (
          <ColumnFields
            titles={file.titles}
            {...{ columns, dateOrder }}
            onColumns={bank.changeColumns}
            onOrder={bank.changeOrder}
          />
        )}
        {error && (
          <p role="alert" className="error-text">
            {sentenceFor(error)}
          </p>
        )}
        {check.data && (
          <BankLines
            lines={check.data.lines}
            currency={check.data.currency}
            families={known?.families ?? []}
            onChoose={bank.choose}
          />
        )}
        {file && (
          <div className="row to-end gap-2">
            {check.data ? (
              <Button
                kind="primary"
                busy={record.isPending}
                reason={ready === 0 ? t('No line has a payment to record.') : null}
                onClick={() => record.mutate(bank.ask({ dryRun: false }))}
              >
                {ready === 1 ? t('Record 1 payment') : t('Record {ready} payments', { ready })}
              </Button>
            ) : (
              <Button
                kind="primary"
                reads
                busy={check.isPending}
                onClick={() => check.mutate(bank.ask({ dryRun: true }))}
              >
                {t('Check lines')}
              </Button>
            )}
          </div>
        )}
      </div>
    </SideSheet>
  )
}

const titlesOf: Record<keyof Columns, string> = {
  date: 'Date',
  amount: 'Amount',
  text: 'Description or name',
}

type ColumnFieldsProps = {
  titles: readonly string[]
  columns: Columns
  dateOrder: DateOrder
  onColumns: (columns: Columns) => void
  onOrder: (order: DateOrder) => void
}

function ColumnFields({ titles, columns, dateOrder, onColumns, onOrder }: ColumnFieldsProps) {
  return (
    <div className="cluster gap-4">
      {(Object.keys(titlesOf) as (keyof Columns)[]).map((name) => (
        <Field key={name} label={t(titlesOf[name])}>
          {(wiring) => (
            <select
              {...wiring}
              value={columns[name]}
              onChange={({ target }) => onColumns({ ...columns, [name]: Number(target.value) })}
            >
              {titles.map((title, at) => (
                // Two columns of a file can have the same title.
                // oxlint-disable-next-line react/no-array-index-key
                <option key={at} value={at}>
                  {title || t('Column {number}', { number: at + 1 })}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
      <Field label={t('3/4/2026 means')}>
        {(wiring) => (
          <select {...wiring} value={dateOrder} onChange={({ target }) => onOrder(target.value as DateOrder)}>
            <option value="month first">{t('March 4')}</option>
            <option value="day first">{t('April 3')}</option>
          </select>
        )}
      </Field>
    </div>
  )
}
