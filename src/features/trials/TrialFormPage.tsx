import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Notice } from '#features/accounts/Notice.tsx'
import type { OutputOf } from '#shared/contract.ts'
import { Problem } from '#shared/problem.ts'
import { longest } from '#shared/text.ts'
import { reader, t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Field } from '#ui/Field.tsx'
import { Form } from '#ui/Form.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { read, useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { trials } from './api.ts'
import { Contacts } from './Contacts.tsx'
import { SeatField, seatOf } from './SeatField.tsx'
import style from './Trials.module.css'

const page = getRouteApi('/trial/$centerId')

type TrialForm = OutputOf<typeof trials.form>

/**
 * Page `/trial/{centerId}`: public form to request a trial class. Other sites may show this page in a frame,
 * so the page doesn't link to any other page.
 */
export function TrialFormPage() {
  const { centerId: name } = page.useParams()
  // Fetched only once, because the response contains the time at which the form was opened.
  const form = useQuery({
    ...read(trials.form, { name }),
    staleTime: Infinity,
    meta: { quiet: true },
  })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isMissing = form.error instanceof Problem && form.error.status === 404
  if (isMissing || form.data?.isOpen === false)
    return (
      <FrontPage title={t('Try a class')}>
        <p>
          {form.data
            ? t('{name} isn’t taking requests here right now. Please contact the center.', { name })
            : t('This center isn’t taking requests here right now. Please contact the center.')}
        </p>
        {form.data && <Contacts {...form.data} />}
      </FrontPage>
    )
  if (form.data && sentTo !== null) return <SentNote form={form.data} to={sentTo} />
  return (
    <FrontPage title={t('Try a class at {name}', { name })}>
      {form.data && <AskForm form={form.data} onSent={setSentTo} />}
      {!form.data && !form.error && <Skeleton label={t('Loading the form')} lines={6} height="2.75rem" />}
      {!form.data && form.error && (
        <ErrorState
          title={t('The form couldn’t be loaded.')}
          message={sentenceFor(form.error)}
          busy={form.isFetching}
          onRetry={() => void form.refetch()}
        />
      )}
    </FrontPage>
  )
}

const SentNote = ({ form, to }: { form: TrialForm; to: string }) => (
  <FrontPage title={t('Check your email')} animals={['duck', 'owl', 'eagle']}>
    <Notice kind="done">
      <Sentence
        text="We sent a link to {email}. Open it within 3 days to confirm your request at {name}."
        email={<strong className="breakable">{to}</strong>}
        name={form.name}
      />
    </Notice>
    <p>{t('Nothing is booked until you confirm. No email after a few minutes? Check your spam folder.')}</p>
    <Contacts {...form} />
  </FrontPage>
)

const blank = {
  childFirst: '',
  childLast: '',
  grade: '',
  first: '',
  last: '',
  email: '',
  phone: '',
  seat: '',
  website: '',
  consent: false,
}

type Draft = typeof blank

/**
 * Sends the form. Refetches the seats if the chosen one is gone, and the signed opening time if the form was
 * open too long.
 */
function useTrialRequest(name: string, onSent: () => void) {
  const queries = useQueryClient()
  return useSend(trials.ask, {
    onSuccess: onSent,
    onError: (error) => {
      if (error instanceof Problem && ['seat_gone', 'form_expired'].includes(error.code))
        void queries.invalidateQueries(read(trials.form, { name }))
    },
  })
}

const phonePath = '/parent/phone'

/**
 * Returns the server's error about the phone number. Only the server can check the numbers of every country.
 */
const phoneFaultIn = (error: Error | null) =>
  error instanceof Problem
    ? (error.more.errors?.find(({ path }) => path === phonePath)?.message ?? null)
    : null

function AskForm({ form, onSent }: { form: TrialForm; onSent: (to: string) => void }) {
  const { name, issued, subjects, seats } = form
  const [draft, setDraft] = useState(blank)
  const [subject, setSubject] = useState(subjects.length === 1 ? subjects[0] : undefined)
  const request = useTrialRequest(name, () => onSent(draft.email.trim()))
  const fault = phoneFaultIn(request.error)
  const set = (more: Partial<Draft>) => {
    if (fault && more.phone !== undefined) request.reset()
    setDraft({ ...draft, ...more })
  }
  const sheet = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) sheet.current?.querySelector<HTMLElement>('[type=tel]')?.focus()
  }, [fault])
  const send = () => {
    if (request.isPending || !subject) return
    const { childFirst, childLast, grade, first, last, email, phone, seat, website } = draft
    request.mutate({
      name,
      issued,
      website,
      parent: { firstName: first, lastName: last, email, phone, language: reader().language },
      child: { firstName: childFirst, lastName: childLast, grade },
      subject,
      seat: seatOf(seat),
      consent: true,
    })
  }
  return (
    <Form ref={sheet} className="stack gap-6" onSubmit={send}>
      <div>
        <p>{t('Choose a time, and we’ll email you a link to confirm it.')}</p>
        <Contacts {...form} />
      </div>
      <ChildFields draft={draft} set={set} />
      <ParentFields draft={draft} set={set} phoneFault={fault} />
      <Group title={t('Trial class')}>
        {subjects.length > 1 && <SubjectField subjects={subjects} value={subject} onChange={setSubject} />}
        {subject && (
          <SeatField
            seats={seats.filter((seat) => seat.subject === subject)}
            value={draft.seat}
            onChange={(seat) => set({ seat })}
          />
        )}
      </Group>
      <label className={style.unseen} aria-hidden>
        {t('Website')}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={draft.website}
          onChange={({ target }) => set({ website: target.value })}
        />
      </label>
      <Consent name={name} value={draft.consent} onChange={(consent) => set({ consent })} />
      {request.error && !fault && <Notice kind="error">{sentenceFor(request.error)}</Notice>}
      <Button kind="primary" type="submit" wide busy={request.isPending}>
        {t('Request a trial class')}
      </Button>
    </Form>
  )
}

type FieldsProps = { draft: Draft; set: (more: Partial<Draft>) => void }

const ChildFields = ({ draft, set }: FieldsProps) => (
  <Group title={t('Child')}>
    <NameField
      label={t('First name')}
      value={draft.childFirst}
      onChange={(childFirst) => set({ childFirst })}
    />
    <NameField
      label={t('Last name')}
      required={false}
      value={draft.childLast}
      onChange={(childLast) => set({ childLast })}
    />
    <NameField
      label={t('Grade')}
      required={false}
      maxLength={20}
      value={draft.grade}
      onChange={(grade) => set({ grade })}
    />
  </Group>
)

const ParentFields = ({ draft, set, phoneFault }: FieldsProps & { phoneFault: string | null }) => (
  <Group title={t('Parent')}>
    <NameField
      label={t('First name')}
      autoComplete="given-name"
      value={draft.first}
      onChange={(first) => set({ first })}
    />
    <NameField
      label={t('Last name')}
      autoComplete="family-name"
      value={draft.last}
      onChange={(last) => set({ last })}
    />
    <TextField
      label={t('Email')}
      type="email"
      autoComplete="email"
      maxLength={254}
      value={draft.email}
      onChange={(email) => set({ email })}
    />
    <TextField
      label={t('Phone')}
      type="tel"
      autoComplete="tel"
      maxLength={64}
      required={false}
      value={draft.phone}
      error={phoneFault}
      onChange={(phone) => set({ phone })}
    />
  </Group>
)

type SubjectFieldProps = {
  subjects: TrialForm['subjects']
  value: TrialForm['subjects'][number] | undefined
  onChange: (subject: TrialForm['subjects'][number] | undefined) => void
}

const SubjectField = ({ subjects, value, onChange }: SubjectFieldProps) => (
  <Field label={t('Subject')}>
    {(wiring) => (
      <select
        {...wiring}
        value={value ?? ''}
        onChange={({ target }) => onChange(subjects.find((each) => each === target.value))}
      >
        <option value="">{t('Choose…')}</option>
        {subjects.map((each) => (
          <option key={each} value={each}>
            {t(each)}
          </option>
        ))}
      </select>
    )}
  </Field>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={`${style.group} stack gap-3`}>
    <legend className="bold">{title}</legend>
    {children}
  </fieldset>
)

type NameFieldProps = {
  label: string
  value: string
  required?: boolean
  maxLength?: number
  autoComplete?: string
  onChange: (text: string) => void
}

const NameField = ({ maxLength = longest.name, autoComplete = 'off', ...rest }: NameFieldProps) => (
  <TextField {...rest} maxLength={maxLength} autoComplete={autoComplete} />
)

type ConsentProps = { name: string; value: boolean; onChange: (consent: boolean) => void }

const Consent = ({ name, value, onChange }: ConsentProps) => (
  <div className={style.consent}>
    <Field label={t('Consent')} hint={t('Requests that aren’t confirmed within 3 days are deleted.')}>
      {(wiring) => (
        <label className="row middle gap-3 target">
          <input
            {...wiring}
            type="checkbox"
            checked={value}
            onChange={({ target }) => onChange(target.checked)}
          />
          {t(
            '{name} may store what I enter here to contact me about a trial class and to provide the class.',
            { name },
          )}
        </label>
      )}
    </Field>
  </div>
)
