// What the report is about: a year of returned payments. The lookup finds them here, so that an episode needs no source but
// itself.

export const FIGURES = {
  title: 'Returned payments, 2025',
  months: [
    { month: '2025-01', returned: 41 },
    { month: '2025-02', returned: 38 },
    { month: '2025-03', returned: 45 },
    { month: '2025-04', returned: 52 },
    { month: '2025-05', returned: 47 },
    { month: '2025-06', returned: 39 },
    { month: '2025-07', returned: 44 },
    { month: '2025-08', returned: 61 },
    { month: '2025-09', returned: 50 },
    { month: '2025-10', returned: 43 },
    { month: '2025-11', returned: 37 },
    { month: '2025-12', returned: 55 },
  ],
} as const;

/** The figures as a helper is given them: numbers, and nothing about whose they are. */
export function figureValues(): readonly number[] {
  return FIGURES.months.map(({ returned }) => returned);
}
