"""Loop nests: fused elementwise steps, reductions, rows, scans."""
