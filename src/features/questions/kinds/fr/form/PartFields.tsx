import { t } from '#shared/language.ts'
import type { Source } from '../follow-through.ts'
import type { Part } from '../fr.ts'
import type { Texts } from '../../../rules.ts'
import { TextField } from '#ui/TextField.tsx'
import { Choice } from '../../mc/Choice.tsx'
import { formulaOf } from '../../../editing/answers/formulas.ts'
import { ListField } from '../../../editing/answers/ListField.tsx'
import { FormulaPreview } from '../../../editing/answers/LooksLike.tsx'
import { IntervalFields } from './IntervalFields.tsx'
import { NumberFields } from './NumberFields.tsx'
import { NumField } from '../../../editing/answers/NumField.tsx'
import { AcceptPercentage } from './AcceptPercentage.tsx'
import { AnyConstant, CoefficientTolerance } from './ExpressionOptions.tsx'
import { formWords } from '../../../editing/answers/answer-kinds.ts'
import { SelectFields } from './SelectFields.tsx'
import { TextList } from '../../../editing/answers/TextList.tsx'
import style from '../../../editing/answers/AnswerForm.module.css'

/** Changes a part. `order` lists the old indexes of its remaining options. */
export type ChangePart = (part: Part, order?: readonly number[]) => void

type PartFieldsProps = {
  part: Part
  sources: readonly Source[]
  texts: Texts
  onChange: ChangePart
}

const maxAliases = 20

/** Fields for the key of a part, by kind. */
export function PartFields({ part, sources, texts, onChange }: PartFieldsProps) {
  switch (part.kind) {
    case 'number':
      return <NumberFields part={part} sources={sources} onChange={onChange} />
    case 'expression':
      return <ExpressionFields part={part} texts={texts} onChange={onChange} />
    case 'interval':
      return <IntervalFields part={part} onChange={onChange} />
    case 'select':
      return <SelectFields part={part} onChange={onChange} />
    case 'label':
      return (
        <ShownTextField
          label={t('Text')}
          value={part.text}
          onChange={(text) => onChange({ ...part, text })}
        />
      )
    case 'manual':
      return (
        <ShownTextField
          label={t('Prompt')}
          value={part.prompt ?? ''}
          optional
          onChange={(prompt) => onChange({ ...part, prompt })}
        />
      )
    case 'work':
      return (
        <div className={`${style.two} grid top gap-3`}>
          <ShownTextField
            label={t('Prompt')}
            value={part.prompt ?? ''}
            optional
            onChange={(prompt) => onChange({ ...part, prompt })}
          />
          <NumField
            label={t('Height in lines')}
            required={false}
            whole
            min={3}
            max={40}
            value={part.lines}
            onChange={(lines) => onChange({ ...part, lines })}
          />
        </div>
      )
    default:
      return <NamedFields part={part} onChange={onChange} />
  }
}

/** Field for text shown to students, with formulas between dollar signs. */
function ShownTextField({
  label,
  value,
  optional = false,
  onChange,
}: {
  label: string
  value: string
  optional?: boolean
  onChange: (text: string) => void
}) {
  return (
    <TextField
      label={label}
      required={!optional}
      maxLength={500}
      value={value}
      onChange={onChange}
      data-math="text"
      autoComplete="off"
    />
  )
}

const figures = { segment: 'Segment', line: 'Line', ray: 'Ray' } as const
const maxValueLength = { letter: 8, words: 200, line: 40, angle: 40 } as const

/**
 * Fields for the right answer and its alternatives, for parts answered with a letter, with words, or with the
 * name of a line or angle.
 */
function NamedFields({
  part,
  onChange,
}: {
  part: Extract<Part, { kind: keyof typeof maxValueLength }>
  onChange: (part: Part) => void
}) {
  const most = maxValueLength[part.kind]
  return (
    <>
      <div className={`${style.two} grid top gap-3`}>
        {part.kind === 'line' && (
          <Choice
            label={t('Figure')}
            words={figures}
            value={part.figure}
            onChange={(figure) => onChange({ ...part, figure })}
          />
        )}
        <TextField
          label={t('Right answer')}
          maxLength={most}
          autoComplete="off"
          spellCheck={part.kind === 'words'}
          value={part.value}
          onChange={(value) => onChange({ ...part, value })}
        />
      </div>
      <TextList
        label={t('Also accepted')}
        add={t('Add accepted answer')}
        texts={part.hasAlias ?? []}
        most={maxAliases}
        maxLength={most}
        onChange={(hasAlias) => onChange({ ...part, hasAlias })}
      />
      {part.kind === 'words' && <Patterns part={part} onChange={onChange} />}
    </>
  )
}

type PatternsProps = { part: Extract<Part, { kind: 'words' }>; onChange: (part: Part) => void }

/** Fields for patterns of other right answers. */
function Patterns({ part, onChange }: PatternsProps) {
  const { patterns = [] } = part
  return (
    <div className="stack gap-1">
      <TextList
        label={t('Accepted pattern')}
        add={t('Add pattern')}
        texts={patterns}
        most={maxAliases}
        maxLength={maxValueLength.words}
        onChange={(next) => onChange({ ...part, patterns: next })}
      />
      {patterns.length > 0 && (
        <p className="small quiet">
          {t('* stands for any text, (big|large) for one of several choices, and [very] for optional text.')}
        </p>
      )}
    </div>
  )
}

type ExpressionProps = {
  part: Extract<Part, { kind: 'expression' }>
  texts: Texts
  onChange: (part: Part) => void
}

function ExpressionFields({ part, texts, onChange }: ExpressionProps) {
  const formula = formulaOf(part.value, part.variables)
  const looks = formula === null ? undefined : texts[formula]
  return (
    <>
      <TextField
        label={t('Right answer')}
        hint={t('Type it like 2x^2 + 1/3, or in TeX')}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-math="formula"
        value={part.value}
        onChange={(value) => onChange({ ...part, value })}
      />
      <FormulaPreview nodes={looks} />
      <div className={`${style.two} grid top gap-3`}>
        <Choice
          label={t('Form')}
          words={{ any: t('Any form'), ...formWords }}
          value={part.form ?? 'any'}
          onChange={(form) => onChange({ ...part, form: form === 'any' ? undefined : form })}
        />
        <ListField
          label={t('Additional letters')}
          hint={t('For example, x, y')}
          required={false}
          spellCheck={false}
          maxLength={60}
          values={part.variables ?? []}
          read={lettersIn}
          onChange={(variables) => onChange({ ...part, variables })}
        />
        <CoefficientTolerance part={part} onChange={onChange} />
      </div>
      <AnyConstant part={part} onChange={onChange} />
      <AcceptPercentage part={part} onChange={onChange} />
      <TextList
        label={t('Also accepted')}
        add={t('Add accepted answer')}
        texts={part.hasAlias ?? []}
        most={maxAliases}
        maxLength={200}
        formula
        onChange={(hasAlias) => onChange({ ...part, hasAlias })}
      />
    </>
  )
}

/** Splits a list of letters at commas and spaces. */
const lettersIn = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '')
