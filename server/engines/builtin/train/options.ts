/** Pictures that a style is learnt from. */
export const trainedMin = 3;
export const trainedMax = 60;
