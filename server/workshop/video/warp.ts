import type { View } from './camera.ts';
import { depthAt, type Depth } from './depth.ts';
import type { Plane, Planes } from './planes.ts';

/** Pixels of the frame between places where the way into the picture is worked out. */
const gridStep = 8;
/** Of the search for the place that a ray meets; depth is smooth, so it settles at once. */
const rounds = 3;

/** Where each corner of the frame's grid looks into the picture, 0…1. */
interface Grid {
  x: Float32Array;
  y: Float32Array;
  columns: number;
}

function project(view: View, depth: Depth, width: number, height: number): Grid {
  const columns = Math.ceil(width / gridStep) + 1;
  const rows = Math.ceil(height / gridStep) + 1;
  const x = new Float32Array(columns * rows);
  const y = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const down = Math.min(1.02, (row * gridStep) / height) - 0.5;
    for (let column = 0; column < columns; column += 1) {
      const across = Math.min(1.02, (column * gridStep) / width) - 0.5;
      let near = 0.5;
      let toX = 0.5;
      let toY = 0.5;
      for (let round = 0; round < rounds; round += 1) {
        const zoom = view.zoom * (1 + view.dolly * (near - 0.5));
        toX = 0.5 + view.x + across / zoom + view.parallaxX * (near - 0.5);
        toY = 0.5 + view.y + down / zoom + view.parallaxY * (near - 0.5);
        near = depthAt(depth, toX, toY);
      }
      const at = row * columns + column;
      x[at] = toX;
      y[at] = toY;
    }
  }
  return { x, y, columns };
}

/** Samples a plane along the grid, bilinear both in the grid and in the plane; 8 bits of fraction. */
function samplePlane(from: Plane, to: Plane, grid: Grid, step: number): void {
  const { data, width, height } = from;
  const maxX = (width - 1) * 256 - 1;
  const maxY = (height - 1) * 256 - 1;
  const scaleX = width * 256;
  const scaleY = height * 256;
  for (let row = 0; row < to.height; row += 1) {
    const gridRow = Math.floor(row / step);
    const down = (row - gridRow * step) / step;
    for (let left = 0; left < to.width; left += step) {
      const at = gridRow * grid.columns + left / step;
      const below = at + grid.columns;
      const startX = (grid.x[at]! + (grid.x[below]! - grid.x[at]!) * down) * scaleX - 128;
      const startY = (grid.y[at]! + (grid.y[below]! - grid.y[at]!) * down) * scaleY - 128;
      const endX = (grid.x[at + 1]! + (grid.x[below + 1]! - grid.x[at + 1]!) * down) * scaleX - 128;
      const endY = (grid.y[at + 1]! + (grid.y[below + 1]! - grid.y[at + 1]!) * down) * scaleY - 128;
      const stepX = (endX - startX) / step;
      const stepY = (endY - startY) / step;
      const end = Math.min(to.width, left + step);
      let sourceX = startX;
      let sourceY = startY;
      for (let column = left; column < end; column += 1) {
        const x = sourceX < 0 ? 0 : sourceX > maxX ? maxX : sourceX | 0;
        const y = sourceY < 0 ? 0 : sourceY > maxY ? maxY : sourceY | 0;
        const pixel = (y >> 8) * width + (x >> 8);
        const fx = x & 255;
        const fy = y & 255;
        const upper = data[pixel]! * (256 - fx) + data[pixel + 1]! * fx;
        const lower = data[pixel + width]! * (256 - fx) + data[pixel + width + 1]! * fx;
        to.data[row * to.width + column] = (upper * (256 - fy) + lower * fy + 32_768) >> 16;
        sourceX += stepX;
        sourceY += stepY;
      }
    }
  }
}

/** Looks at a picture through a camera. */
export function takeView(picture: Planes, depth: Depth, view: View, to: Planes): void {
  const grid = project(view, depth, to.y.width, to.y.height);
  samplePlane(picture.y, to.y, grid, gridStep);
  samplePlane(picture.u, to.u, grid, gridStep / 2);
  samplePlane(picture.v, to.v, grid, gridStep / 2);
}
