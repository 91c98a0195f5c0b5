import classes from './KilnCharacter.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** 窑 in Noto Sans SC at weight 500 (SIL Open Font License), 24 × 24 units. */
const outline =
  'M1.44 14.3L22.61 14.3L22.61 16.25L1.44 16.25ZM6.36 10.13L20.26 10.13L20.26 12.02L6.36 12.02ZM10.87 11.52L13.3 11.52L13.3 20.95L10.87 20.95ZM18.36 16.92L20.57 16.92L20.57 23.11L18.36 23.11ZM6.36 8.54L8.54 8.93Q7.87 10.32 6.96 11.69Q6.05 13.06 4.68 14.23Q4.39 13.87 3.88 13.5Q3.36 13.13 2.95 12.94Q4.2 11.98 5.05 10.79Q5.9 9.6 6.36 8.54ZM3.6 16.87L5.74 16.87L5.74 20.23L19.9 20.23L19.9 22.22L3.6 22.22ZM1.7 2.93L22.32 2.93L22.32 6.89L19.92 6.89L19.92 4.78L3.98 4.78L3.98 7.06L1.7 7.06ZM9 5.26L10.66 6.31Q9.67 7.1 8.47 7.82Q7.27 8.54 6 9.13Q4.73 9.72 3.48 10.1L2.3 8.33Q3.43 8.04 4.62 7.58Q5.81 7.13 6.94 6.54Q8.06 5.95 9 5.26ZM13.58 6.79L14.62 5.3Q15.77 5.69 17.09 6.23Q18.41 6.77 19.62 7.32Q20.83 7.87 21.65 8.35L20.54 10.06Q19.8 9.58 18.6 8.98Q17.4 8.38 16.08 7.8Q14.76 7.22 13.58 6.79ZM10.15 1.32L12.43 0.74Q12.79 1.34 13.15 2.1Q13.51 2.86 13.7 3.38L11.3 4.03Q11.16 3.48 10.82 2.71Q10.49 1.94 10.15 1.32Z';

/** 窑 as a drawing: where no Chinese face is installed, the character would be an empty box. */
export function KilnCharacter() {
  return (
    <span lang="zh-CN">
      <VisuallyHidden>窑</VisuallyHidden>
      <svg className={classes.character} viewBox="0 0 24 24" aria-hidden>
        <path d={outline} fill="currentColor" />
      </svg>
    </span>
  );
}
