import { es as accounts } from '#features/accounts/es.ts'
import { es as attendance } from '#features/attendance/es.ts'
import { es as billing } from '#features/billing/es.ts'
import { es as classroom } from '#features/classroom/es.ts'
import { es as devices } from '#features/devices/es.ts'
import { es as family } from '#features/family/es.ts'
import { es as goals } from '#features/goals/es.ts'
import { es as mastery } from '#features/mastery/es.ts'
import { es as material } from '#features/material/es.ts'
import { es as overview } from './es.ts'
import { es as practice } from '#features/practice/es.ts'
import { es as questions } from '#features/questions/es.ts'
import { es as reminders } from '#features/reminders/es.ts'
import { es as schedule } from '#features/schedule/es.ts'
import { es as students } from '#features/students/es.ts'
import { es as trials } from '#features/trials/es.ts'
import { es as shared } from '#shared/es.ts'
import { type Catalog, noWords, type Spoken } from '#shared/language.ts'
import { sentenceTranslator } from '#shared/sentence-translator.ts'

/** Catalogs of family pages and messages, one per feature. */
export const spanishCatalogs: readonly Catalog[] = [
  shared,
  accounts,
  devices,
  material,
  questions,
  students,
  practice,
  schedule,
  attendance,
  classroom,
  billing,
  family,
  mastery,
  goals,
  reminders,
  trials,
  overview,
]

const weekdays = { Sun: 'dom', Mon: 'lun', Tue: 'mar', Wed: 'mié', Thu: 'jue', Fri: 'vie', Sat: 'sáb' }
const months = {
  Jan: 'ene',
  Feb: 'feb',
  Mar: 'mar',
  Apr: 'abr',
  May: 'may',
  Jun: 'jun',
  Jul: 'jul',
  Aug: 'ago',
  Sep: 'sept',
  Oct: 'oct',
  Nov: 'nov',
  Dec: 'dic',
}
const day = new RegExp(
  `( on )?\\b(${Object.keys(weekdays).join('|')}), (${Object.keys(months).join('|')}) (\\d{1,2})\\b`,
  'g',
)

/** Matches the weekday of a class's time, such as `(Sat 4:45 PM)`. */
const weekdayOfClass = new RegExp(`\\((${Object.keys(weekdays).join('|')})(?= \\d)`, 'g')

/** Translates the days in an English sentence, such as `Thu, Mar 5`. */
const daysInWords = (text: string) =>
  text
    .replace(
      day,
      (_, on: string | undefined, weekday: keyof typeof weekdays, month: keyof typeof months, date: string) =>
        `${on ? ' del ' : ''}${weekdays[weekday]}, ${date} de ${months[month]}`,
    )
    .replace(weekdayOfClass, (_, weekday: keyof typeof weekdays) => `(${weekdays[weekday]}`)

/** Returns Latin American Spanish that uses the given catalogs. */
export function spanishOf(catalogs: readonly Catalog[]): Spoken {
  const catalog = Object.assign(noWords(), ...catalogs) as Catalog
  return { language: 'es', tag: 'es-US', catalog, translate: sentenceTranslator(catalog, daysInWords) }
}

/** Spanish for families. */
export const spanish = spanishOf(spanishCatalogs)
