import type { Catalog } from '#shared/language.ts'

/** What the pages and messages of this feature say to families, in Spanish. */
export const es: Catalog = {
  'Opens at {time}.': 'Abre a las {time}.',
  'Closed at {endTime}. The office can still change it.':
    'Se cerró a las {endTime}. La oficina aún puede cambiarlo.',
  Sick: 'Enfermedad',
  'School event': 'Actividad escolar',
  Travel: 'Viaje',
  Other: 'Otro motivo',
  Excused: 'Justificada',
}
