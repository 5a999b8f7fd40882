"""Compiled counting kernels. Importing one loads Numba, so only the engines that the plan chose do."""
